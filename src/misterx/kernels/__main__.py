"""`python -m misterx.kernels`: compile the computer players' kernels, if that is not done yet."""

from importlib import import_module

from misterx.kernels.cache import is_filled, preparing

if not is_filled():
    print(preparing(), flush=True)
    import_module("misterx.kernels.warming").warm()
