"""`python -m misterx.kernels`: compile the computer players' kernels, if that is not done yet."""

from importlib import import_module

from misterx.kernels.cache import is_filled

if not is_filled():
    print("Preparing the computer players; a minute or two the first time", flush=True)
    import_module("misterx.kernels.warming").warm()
