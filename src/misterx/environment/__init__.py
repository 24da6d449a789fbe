"""The games as environments for research, in the form of PettingZoo (AEC).

It needs the extra `env`: `pip install '.[env]'` in a checkout, or `pip install pettingzoo`.

>>> from misterx import environment
>>> env = environment.env("modern-2013", 4)
>>> env.reset(seed=7)
>>> env.agent_selection, env.words[0], env.words.index("T46") in env.action_space("X")
('X', 'D1:', True)
"""

from misterx.environment.aec import Environment, NotReset, env

__all__ = ["Environment", "NotReset", "env"]
