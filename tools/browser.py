"""Installs Chromium where it is missing and we may; otherwise the tests in a browser say that they need it."""

from __future__ import annotations

import os
import shutil
import subprocess

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Install it if need be."""
    apt = shutil.which("apt-get")
    if any(map(shutil.which, BROWSERS)) or apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run([apt, "-qq", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    main()
