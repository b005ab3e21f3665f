"""Card games with a native core."""
