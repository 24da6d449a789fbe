"""`python -m misterx.kernels`: compile the computer players' kernels, if that is not done yet."""

from importlib import import_module

from misterx.kernels.cache import PREPARING, is_filled

if not is_filled():
    print(PREPARING, flush=True)
    import_module("misterx.kernels.warming").warm()
