"""Builds the one extension module; everything else is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "mazzo._native",
            sources=["ext/_native.pyx"],
            depends=[path.as_posix() for path in sorted(Path("ext").glob("*.h"))],
            include_dirs=["ext"],
            extra_compile_args=["/O2", "/std:c11"]
            if sys.platform == "win32"
            else ["-O3", "-std=gnu11", "-ffp-contract=off"],
        )
    ],
    options={"build_ext": {"cython_c_in_temp": True}},
)
