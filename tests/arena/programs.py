"""Programs to enter for a match: they play the first legal move, until they misbehave."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

_SOURCE = """
import json, os, subprocess, sys, time
from pathlib import Path

how, at, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
(folder / f"{os.getpid()}.pid").write_text("")

def say(answer):
    print(json.dumps(answer), flush=True)

choices = 0
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "hello":
        say({"ok": True, "name": "first", "plays": ["modern-2013", "cards-2017"]})
        continue
    if request["do"] == "bye":
        (folder / f"{os.getpid()}.bye").write_text("")
        if how == "stays":
            subprocess.run(["sleep", "600"])
        break
    with (folder / f"{os.getpid()}.asked").open("a") as file:
        file.write(line)
    choices += 1
    if choices != at:
        say({"ok": True, "move": request["legal"][0]})
    elif how == "crashes":
        sys.exit("it was all too much")
    elif how == "hangs":
        child = subprocess.Popen(["sleep", "600"])
        (folder / f"{child.pid}.pid").write_text("")
        child.wait()
    elif how == "closes":
        os.close(1)
        time.sleep(600)
    elif how == "babbles":
        print("what?", flush=True)
    elif how == "refuses":
        say({"ok": False, "error": "I would rather not" + ", really not" * 9})
    elif how == "forgets":
        say({"ok": True})
    elif how == "cheats":
        say({"ok": True, "move": "X:K199"})
    elif how == "floods":
        print("x" * (1 << 21), flush=True)
    elif how == "chatters":
        say({"ok": True, "move": request["legal"][0]})
        print("good move, was it not?", flush=True)
    else:
        say({"ok": True, "move": request["legal"][0]})
"""


def program(folder: Path, how: str = "plays", at: int = 0) -> str:
    """The contestant that does something at one of its choices; it leaves traces in the folder."""
    script = folder / "first.py"
    script.write_text(_SOURCE, encoding="utf-8")
    words = [sys.executable, str(script), how, str(at), str(folder)]
    return f"cmd:{shlex.join(words)}"


def started(folder: Path) -> list[int]:
    """The process ids of the programs that were started, and of their children."""
    return [int(trace.stem) for trace in folder.glob("*.pid")]
