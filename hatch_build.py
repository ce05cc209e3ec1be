"""Bundles the page into the package when a wheel or an sdist is built."""
from __future__ import annotations

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Nothing yet for an editable install."""
