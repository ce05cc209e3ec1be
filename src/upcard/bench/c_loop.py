"""Nines in plain C: compiled where the benchmark runs, and measured beside the compiled rules."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from upcard.bench.contest import Absent, Contestant, Paced
from upcard.bench.figures import Sample

SOURCE = Path(__file__).with_name("nines.c")
COMPILERS = ("gcc", "cc", "clang")
FLAGS = ("-std=gnu11", "-O3")
NATIVE = "-march=native"
"""Left out where a compiler does not know it."""


@dataclass(frozen=True, slots=True)
class Program:
    """The compiled program and what it was made with."""

    path: Path
    compiler: str
    flags: tuple[str, ...]

    def play(self, mode: str, matches: int, seats: int = 2, rounds: int = 9, seed: int = 0) -> dict[str, Any]:
        """Return what a run printed: matches, rounds, decisions, cards, sum, squares and CPU seconds."""
        words = [str(self.path), mode, *map(str, (matches, seats, rounds, seed))]
        done = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603 - our own
        told: dict[str, Any] = json.loads(done.stdout)
        return told


def find_compiler() -> str:
    """Return the path of a C compiler, the one that CC names before all; Absent where there is none."""
    for name in (os.environ.get("CC", ""), *COMPILERS):
        if name and (found := shutil.which(name)):
            return found
    raise Absent(f"no C compiler ({', '.join(COMPILERS)}): no ratios to plain C")


def build(folder: Path) -> Program:
    """Return the program, compiled into a folder; Absent where it cannot be compiled."""
    compiler = find_compiler()
    path = folder / "nines"
    for flags in ((*FLAGS, NATIVE), FLAGS):
        words = [compiler, *flags, "-o", str(path), str(SOURCE)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - a compiler
        if done.returncode == 0:
            return Program(path, _version(compiler), flags)
    complaint = (done.stderr.strip().splitlines() or ["it does not say why"])[0]
    raise Absent(f"{compiler} does not compile the C loop: {complaint}")


def contestants(program: Program) -> list[Contestant]:
    """Return the loop of steps and the fused one."""

    def play(mode: str, matches: int) -> Sample:
        begun = time.perf_counter()
        told = program.play(mode, matches)
        return Sample(
            steps=told["decisions"] + told["cards"],
            cpu=told["seconds"],
            wall=time.perf_counter() - begun,
            decisions=told["decisions"],
            rounds=told["rounds"],
        )

    return [
        Paced("nines_c_step", "Nines in C, step by step", partial(play, "step"), 1000),
        Paced("nines_c_whole", "Nines in C, in one piece", partial(play, "whole"), 1000),
    ]


def _version(compiler: str) -> str:
    words = [compiler, "--version"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - a compiler
    return (done.stdout.splitlines() or [compiler])[0]
