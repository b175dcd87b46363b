"""Arrays on a GPU as other libraries take them, without a copy: `__cuda_array_interface__` and DLPack.

batch = garrison.load("minefield").batch(65536, device="cuda")
torch.from_dlpack(batch.observe())
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CUDA = 2  # DLPack's number for the kind of device
KINDS = {"i": 0, "u": 1, "f": 2}  # DLPack's numbers for kinds of numbers, by NumPy's letters
NAME = b"dltensor"
LEGACY_STREAM = 1  # the stream that the kernels run on, in the numbers of the array API


class _Device(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class _Kind(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("kind", _Kind),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_loans: dict[int, Any] = {}  # what others hold, so that it stays alive: by the address of its description

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_is_capsule = ctypes.pythonapi.PyCapsule_IsValid
_is_capsule.restype, _is_capsule.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]
_pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_in.restype, _pointer_in.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]


def _give_back(address: int, loans: dict[int, Any] = _loans) -> None:  # its own name: Python may be shutting down
    """Whoever held the array needs it no longer."""
    loans.pop(address, None)


def _forget(capsule: int) -> None:
    """A capsule that nobody took is gone."""
    if _is_capsule(capsule, NAME):
        _loans.pop(_pointer_in(capsule, NAME), None)


_DELETER, _DESTRUCTOR = _Deleter(_give_back), _Destructor(_forget)


class DeviceArray:
    """An array in a GPU's memory. Its owner overwrites it with the next call, like those of a batch on the CPU."""

    def __init__(self, array: Any) -> None:
        self.array = array  # Numba's own
        self.shape: tuple[int, ...] = tuple(array.shape)
        self.dtype: np.dtype[Any] = array.dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """For PyTorch, CuPy, JAX and Numba."""
        interface: dict[str, Any] = self.array.__cuda_array_interface__
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        """Where it is."""
        return CUDA, 0

    def __dlpack__(self, *, stream: Any = None, **others: Any) -> Any:
        """The array for whoever knows DLPack; it stays alive for as long as they hold it."""
        if stream not in (None, -1, LEGACY_STREAM):
            self._wait()  # another stream would read before the kernels have written
        tensor, parts = _described(self.array, self.shape, self.dtype)
        address = ctypes.addressof(tensor)
        _loans[address] = (tensor, parts, self.array)
        return _new_capsule(address, NAME, ctypes.cast(_DESTRUCTOR, ctypes.c_void_p))

    def to_host(self) -> np.ndarray[Any, Any]:
        """A copy for NumPy."""
        copy: np.ndarray[Any, Any] = self.array.copy_to_host()
        return copy

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceArray {self.dtype} {'x'.join(map(str, self.shape))}>"

    @staticmethod
    def _wait() -> None:
        from numba import cuda

        cuda.synchronize()


def _described(array: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> tuple[_Managed, Any]:
    """DLPack's description of an array, and what it points to."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    strides = (ctypes.c_int64 * len(shape))(*[step // dtype.itemsize for step in array.strides])
    kind = _Kind(KINDS[dtype.kind], dtype.itemsize * 8, 1)
    address = array.__cuda_array_interface__["data"][0]
    tensor = _Tensor(address, _Device(CUDA, 0), len(shape), kind, sizes, strides, 0)
    return _Managed(tensor, None, ctypes.cast(_DELETER, ctypes.c_void_p)), (sizes, strides)
