"""Times of processes, servers that answer with times, and the collected results."""
import json
import os
import subprocess
import tempfile
import time

class Use:
    """What a run cost: seconds by the clock, seconds of CPU, and the most memory in bytes."""

    def __init__(self, wall, cpu, memory=0):
        self.wall, self.cpu, self.memory = wall, cpu, memory

    def least(self, other):
        """The smaller of both values each: the run that others disturbed least."""
        if other is None:
            return self
        return Use(min(self.wall, other.wall), min(self.cpu, other.cpu),
                   max(self.memory, other.memory))


def wait(pid):
    """Waits for a process; returns its exit code and its CPU seconds."""
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime


def peak(pid):
    """The most memory of a process until it ends, in bytes, looked at every millisecond.

    What `wait4` says is of no use: it counts the memory of this program, too, which the new process
    has for a moment.
    """
    most = 0
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        try:
            with open("/proc/%d/status" % pid) as file:
                for line in file:
                    if line.startswith("VmHWM:"):
                        most = max(most, 1024 * int(line.split()[1]))
        except OSError:
            pass
        time.sleep(0.001)
    return most


def run(command, codes=(0,), folder=None, watches_memory=False):
    """Runs a program to its end; the watch over its memory costs a little time.

    Raises RuntimeError for an exit code that is not one of `codes`.
    """
    with open(os.devnull, "r+b") as nothing, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=nothing, stdout=nothing, stderr=errors, cwd=folder)
        memory = peak(process.pid) if watches_memory else 0
        code, cpu = wait(process.pid)
        wall = time.perf_counter() - start
        process.returncode = code
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip()
    if code not in codes:
        raise RuntimeError("%s ended with %d: %s" % (
            command[0], code, said[-300:]))
    return Use(wall, cpu, memory)


def script(command, total):
    """Runs a script that does some frames of `total` and says what they took, see jobs.py. Its whole
    process counts, with these frames scaled up to all."""
    start = time.perf_counter()
    with open(os.devnull, "rb") as nothing, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdin=nothing, stdout=subprocess.PIPE, stderr=errors)
        text = process.stdout.read()
        process.stdout.close()
        code, cpu = wait(process.pid)
        wall = time.perf_counter() - start
        process.returncode = code
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip()
    if code != 0:
        raise RuntimeError(said.split("\n")[-1])
    answer = json.loads(text)
    more = total / answer["frames"] - 1
    return Use(wall + more * answer["wall"], cpu + more * answer["cpu"])


def pipe(first, second):
    """Runs two programs, the output of one being the input of the other; returns both uses."""
    start = time.perf_counter()
    with open(os.devnull, "rb") as nothing, open(os.devnull, "wb") as silence:
        left = subprocess.Popen(first, stdin=nothing, stdout=subprocess.PIPE, stderr=silence)
        right = subprocess.Popen(second, stdin=left.stdout, stdout=silence, stderr=silence)
        left.stdout.close()
        codes = []
        uses = []
        for process in (left, right):
            code, cpu = wait(process.pid)
            process.returncode = code
            codes.append(code)
            uses.append(Use(time.perf_counter() - start, cpu))
    if codes != [0, 0]:
        raise RuntimeError("%s | %s ended with %s" % (first[0], second[0], codes))
    wall = time.perf_counter() - start
    uses[0].wall = uses[1].wall = wall
    return uses


class Server:
    """A program that answers each line by a time in milliseconds and a number."""

    def __init__(self, command, folder=None):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder)
        line = self.process.stdout.readline()
        if line.strip() != "ready":
            raise RuntimeError("%s said %r and not that it is ready" % (command[0], line))

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if len(answer) != 2:
            raise RuntimeError("no answer to %r" % line)
        return float(answer[0]), int(answer[1])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Results:
    """Rows for people, and goals that are met or not."""

    def __init__(self):
        self.sections = []
        self.missing = []
        self.goals = []

    def section(self, title, note, columns):
        self.sections.append((title, note, columns, [], []))
        print("\n## %s\n\n%s\n" % (title, note))
        print("| " + " | ".join(columns) + " |")

    def row(self, *cells):
        self.sections[-1][3].append(cells)
        print("| " + " | ".join(cells) + " |", flush=True)

    def goal(self, text, found, limit, is_met, shows):
        """A goal with what was found; `shows` puts it into the short table."""
        word = "met" if is_met else "NOT met"
        self.goals.append((self.sections[-1][0], text, found, limit, word, shows))
        self.sections[-1][4].append((text, found, limit, word))
        print("  %s: %s, goal %s: %s" % (text, found, limit, word), flush=True)

    def at_least(self, text, value, limit, unit="×", shows=False):
        self.goal(text, "%.2f%s" % (value, unit), "≥ %g%s" % (limit, unit), value >= limit, shows)

    def at_most(self, text, value, limit, unit="×", shows=False):
        self.goal(text, "%.3g%s" % (value, unit), "≤ %g%s" % (limit, unit), value <= limit, shows)

    def met(self):
        """How many goals are met."""
        return sum(goal[4] == "met" for goal in self.goals)

    def short(self):
        """The goals that a user asks for first."""
        lines = ["| | | found | goal | |", "| --- | --- | --- | --- | --- |"]
        last = None
        for title, text, found, limit, word, shows in self.goals:
            if shows:
                lines.append("| %s | %s | %s | %s | %s |" % (
                    title if title != last else "", text, found, limit, word))
                last = title
        return "\n".join(lines)

    def without(self, what, why):
        """Something that could not be measured."""
        self.missing.append("%s (%s)" % (what, why))
        print("  left out: %s: %s" % (what, why), flush=True)

    def markdown(self):
        """All sections, with their goals."""
        lines = []
        for title, note, columns, rows, goals in self.sections:
            lines += ["## " + title, "", note, ""]
            lines += ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
            lines += ["| " + " | ".join(row) + " |" for row in rows]
            lines.append("")
            if goals:
                lines += ["| | found | goal | |", "| --- | --- | --- | --- |"]
                lines += ["| " + " | ".join(goal) + " |" for goal in goals]
                lines.append("")
        if self.missing:
            lines += ["Left out: " + "; ".join(self.missing) + ".", ""]
        return "\n".join(lines)
