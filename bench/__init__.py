"""How fast the project is, with the bars that it must clear: `make bench`."""
