"""Drives a headless Chromium through the DevTools protocol, with the standard library alone."""
import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request


class BrowserError(Exception):
    """The browser could not be started, ended, or refused a command."""


def find_browser():
    """The browser's path: the variable CHROMIUM, or the first that PATH has; None without one."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        path = shutil.which(name)
        if path:
            return path
    return None


class WebSocket:
    """The client's side of a web socket (RFC 6455) to a server on this machine."""

    def __init__(self, url, timeout):
        _, _, rest = url.partition("://")
        address, _, path = rest.partition("/")
        host, _, port = address.partition(":")
        self.socket = socket.create_connection((host, int(port)), timeout)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            "GET /%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n" % (path, address, key)
        ).encode())
        while b"\r\n\r\n" not in self.buffer:
            self._receive()
        answer, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise BrowserError("no web socket: %r" % answer)

    def _receive(self):
        part = self.socket.recv(1 << 20)
        if not part:
            raise BrowserError("the browser closed the connection")
        self.buffer += part

    def _take(self, count):
        if len(self.buffer) < count:
            parts, size = [self.buffer], len(self.buffer)
            while size < count:
                part = self.socket.recv(1 << 20)
                if not part:
                    raise BrowserError("the browser closed the connection")
                parts.append(part)
                size += len(part)
            self.buffer = b"".join(parts)
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def _frame(self, opcode, data):
        length = len(data)
        if length < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
        elif length < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, length)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i & 3] for i, byte in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def send(self, text):
        self._frame(1, text.encode())

    def receive(self):
        """The next whole text message."""
        message = b""
        while True:
            first, second = self._take(2)
            length = second & 0x7F
            if length == 126:
                length = struct.unpack("!H", self._take(2))[0]
            elif length == 127:
                length = struct.unpack("!Q", self._take(8))[0]
            data = self._take(length)
            opcode = first & 0x0F
            if opcode == 8:
                raise BrowserError("the browser closed the connection")
            if opcode == 9:
                self._frame(10, data)
            elif opcode in (0, 1, 2):
                message += data
                if first & 0x80:
                    return message.decode()


class Browser:
    """A headless browser with a profile of its own, to be used in a `with` statement."""

    def __init__(self, path=None, arguments=(), timeout=60):
        self.path = path or find_browser()
        if not self.path:
            raise BrowserError("no Chromium; install the package chromium or set CHROMIUM")
        self.arguments = list(arguments)
        self.timeout = timeout

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="folioscope-browser-")
        command = [
            self.path, "--headless=new", "--remote-debugging-port=0",
            "--user-data-dir=" + self.profile, "--no-first-run", "--no-default-browser-check",
            "--disable-extensions", "--disable-background-networking", "--disable-sync",
            "--disable-component-update", "--disable-gpu", "--disable-dev-shm-usage",
            "--force-color-profile=srgb", "--hide-scrollbars", "--mute-audio",
        ]
        if os.geteuid() == 0:
            command.append("--no-sandbox")
        self.process = subprocess.Popen(
            command + self.arguments + ["about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.port = self._port()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _port(self):
        file = os.path.join(self.profile, "DevToolsActivePort")
        end = time.monotonic() + self.timeout
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise BrowserError("the browser ended with %d" % self.process.returncode)
            try:
                with open(file) as lines:
                    text = lines.read().split("\n")
                if len(text) >= 2 and text[0].isdigit():
                    return int(text[0])
            except FileNotFoundError:
                pass
            time.sleep(0.05)
        raise BrowserError("the browser did not open its port")

    def page(self):
        """The page that the browser opened."""
        url = "http://127.0.0.1:%d/json/list" % self.port
        end = time.monotonic() + self.timeout
        while time.monotonic() < end:
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(url, timeout=self.timeout) as answer:
                targets = json.load(answer)
            for target in targets:
                if target["type"] == "page":
                    return Page(WebSocket(target["webSocketDebuggerUrl"], self.timeout))
            time.sleep(0.05)
        raise BrowserError("the browser has no page")

    def processes(self):
        """The browser's processes: itself and all below it."""
        found = [self.process.pid]
        for pid in found:
            try:
                for task in os.listdir("/proc/%d/task" % pid):
                    with open("/proc/%d/task/%s/children" % (pid, task)) as children:
                        found += [int(child) for child in children.read().split()]
            except OSError:
                pass
        return found

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for _ in range(20):
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                break
            time.sleep(0.1)


class Page:
    """A page under the DevTools protocol."""

    def __init__(self, socket):
        self.socket = socket
        self.number = 0
        self.events = []

    def command(self, method, **parameters):
        """Sends a command and returns its result; events that come meanwhile are kept."""
        self.number += 1
        self.socket.send(json.dumps(
            {"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == self.number:
                if "error" in message:
                    raise BrowserError("%s: %s" % (method, message["error"].get("message")))
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def wait(self, method):
        """Waits for an event and returns what it says."""
        while True:
            for i, event in enumerate(self.events):
                if event["method"] == method:
                    return self.events.pop(i)["params"]
            message = json.loads(self.socket.receive())
            if "method" in message:
                self.events.append(message)

    def open(self, url):
        """Opens an address and waits until it is loaded."""
        self.command("Page.enable")
        self.events = [e for e in self.events if e["method"] != "Page.loadEventFired"]
        result = self.command("Page.navigate", url=url)
        if "errorText" in result:
            raise BrowserError("%s: %s" % (url, result["errorText"]))
        self.wait("Page.loadEventFired")

    def evaluate(self, expression):
        """The value of a JavaScript expression."""
        result = self.command(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise BrowserError("%s: %s" % (expression, result["exceptionDetails"]))
        return result["result"].get("value")

    def size(self, width, height, scale=1):
        """Sets the size of the page in CSS pixels, and device pixels for each."""
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=scale, mobile=False)

    def screenshot(self, **options):
        """The page as the bytes of a PNG file."""
        result = self.command("Page.captureScreenshot", format="png", **options)
        return base64.b64decode(result["data"])

    def key(self, key, modifiers=0):
        """Presses and releases a key."""
        codes = {"ArrowLeft": 37, "ArrowRight": 39, "Tab": 9}
        event = {"key": key, "modifiers": modifiers}
        if key in codes:
            event["windowsVirtualKeyCode"] = codes[key]
        elif modifiers == 0:
            event["text"] = key
        self.command("Input.dispatchKeyEvent", type="keyDown", **event)
        event.pop("text", None)
        self.command("Input.dispatchKeyEvent", type="keyUp", **event)

    def mouse(self, kind, x, y, is_down=False):
        """Moves the mouse, or presses or releases its left button: moved, pressed or released."""
        button = "left" if is_down or kind != "moved" else "none"
        self.command(
            "Input.dispatchMouseEvent", type="mouse" + kind.capitalize(), x=x, y=y, button=button,
            buttons=1 if is_down else 0, clickCount=1 if kind != "moved" else 0)

    def click(self, x, y):
        """Clicks at a place."""
        self.mouse("moved", x, y)
        self.mouse("pressed", x, y, is_down=True)
        self.mouse("released", x, y)
