"""Plays at a pseudo terminal: at_terminal.py PROGRAM FOLDER ARGUMENTS KEYS...; prints what was seen, then the exit code. Never waits for long."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

program, folder, arguments, *keys = sys.argv[1:]
full = "--full" in arguments
child, terminal = pty.fork()
if child == 0:
    os.chdir(folder)
    os.environ.update({"TERM": "xterm", "COLUMNS": "90", "NO_COLOR": "1", "XDG_STATE_HOME": folder})
    os.execv(program, [program, *arguments.split()])

fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 90, 0, 0))
END = time.time() + 50
seen = b""


def read(quiet):
    """Reads until nothing has come for so long; tells whether more can come."""
    global seen
    while time.time() < END:
        if not select.select([terminal], [], [], quiet)[0]:
            return True
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return False
        if not data:
            return False
        seen += data
    return False


def read_until(words):
    """Reads until something is asked."""
    begun = time.time()
    while words not in (seen if full else seen[-200:]) and time.time() < min(END, begun + 20):
        if not read(0.3):
            return False
    return read(0.3)


# A full screen is drawn at once, and what is to be chosen from stands in a frame of its own.
alive = read_until(b"happened" if full else b"> ")
for key in keys:
    if alive:
        os.write(terminal, key.encode().decode("unicode_escape").encode())
        alive = read(0.6)
code = "hung"
while time.time() < END:
    done, status = os.waitpid(child, os.WNOHANG)
    if done:
        code = os.waitstatus_to_exitcode(status)
        break
    read(0.1)
else:
    os.kill(child, signal.SIGKILL)
print(seen.decode("utf8", "replace"))
print("code", code)
