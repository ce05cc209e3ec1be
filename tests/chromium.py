"""Where the browser of the browser tests is."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    """The path of a Chromium: UPCARD_CHROMIUM if it is set, else the first on the PATH."""
    if chosen := os.environ.get("UPCARD_CHROMIUM"):
        return shutil.which(chosen)
    return next((path for name in NAMES if (path := shutil.which(name))), None)
