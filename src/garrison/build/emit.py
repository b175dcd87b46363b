"""From a module to an object for one target: optimised once, with nothing in it that its systems lack."""

from __future__ import annotations

from typing import Any

from llvmlite import binding

from garrison.build import browser
from garrison.build.memory import MEMORY
from garrison.build.symbols import foreign
from garrison.build.targets import Target
from garrison.core.engine.lane import LANE
from garrison.errors import BadRules

LEVEL = 3 if LANE == "compiled" else 1  # of optimisation; in the checked lane, speed is not the point


def emit(text: str, target: Target, exports: set[str]) -> bytes:
    """The object of a module, in which only these names can be seen."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=LEVEL, reloc=target.reloc, codemodel="default"
    )
    module = binding.parse_assembly(text)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    _hide(module, exports)
    _run(module, machine, 0)
    module.link_in(binding.parse_assembly(MEMORY))
    if target.name == browser.TARGET:
        module.link_in(binding.parse_assembly(browser.ARENA))
    _hide(module, exports)
    _run(module, machine, LEVEL)
    _check_addresses(module)
    data = bytes(machine.emit_object(module))
    others = sorted(foreign(data)) if "wasm" not in target.triple else []
    if others:
        raise BadRules(f"A rule uses {others[0]}, which not every system has or computes in the same way.")
    return data


def _hide(module: Any, exports: set[str]) -> None:
    """Let nothing but the exports be seen, so that everything else can be changed and left out."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in exports:
            value.linkage = "internal"


def _check_addresses(module: Any) -> None:
    """Refuse what holds an address of this process: Numba puts large arrays in, for one."""
    names = [value.name for value in module.global_variables if value.name.startswith("numba.dynamic.globals")]
    if names:
        raise BadRules("A rule uses an object of Python, or an array of more than a megabyte; neither can be compiled.")


def _run(module: Any, machine: Any, level: int) -> None:
    """Optimise, first cheaply, so that counts of users that cancel each other are side by side."""
    options = binding.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = level > 1
    builder = binding.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if level == 0:
        passes.add_loop_rotate_pass()
        passes.add_instruction_combine_pass()
        passes.add_jump_threading_pass()
        passes.add_refprune_pass()
    passes.run(module, builder)
