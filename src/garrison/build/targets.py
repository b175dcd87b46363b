"""What machine code can be made for."""

from __future__ import annotations

from dataclasses import dataclass

from garrison.core.engine import machine


@dataclass(frozen=True)
class Target:
    """A kind of processor and system."""

    name: str
    triple: str
    cpu: str
    features: str = ""
    reloc: str = "pic"  # how addresses get into it: a module for browsers has its memory to itself


TARGETS = {
    target.name: target
    for target in (
        Target("x86-64-v2", "x86_64-unknown-linux-gnu", "x86-64-v2"),
        Target("x86-64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3"),
        Target("aarch64", "aarch64-unknown-linux-gnu", "generic"),
        Target("x86-64-v2-windows", "x86_64-pc-windows-msvc", "x86-64-v2"),
        Target("x86-64-v3-windows", "x86_64-pc-windows-msvc", "x86-64-v3"),
        Target("x86-64-v2-macos", "x86_64-apple-macosx11.0", "x86-64-v2"),
        Target("x86-64-v3-macos", "x86_64-apple-macosx11.0", "x86-64-v3"),
        Target("aarch64-macos", "arm64-apple-macosx11.0", "apple-m1"),
        Target("wasm32", "wasm32-unknown-unknown", "generic", "+simd128,+bulk-memory", "static"),
    )
}


def levels() -> list[str]:
    """The targets of this kind of processor and system, whatever this very processor can do."""
    own = machine.targets()[-1]
    return [name for name in TARGETS if name.replace("-v3", "-v2") == own]
