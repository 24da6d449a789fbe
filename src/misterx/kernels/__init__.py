"""The athlete: the board game's rules over flat arrays, and the searches on them."""
