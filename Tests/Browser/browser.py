"""Drives a headless Chromium over its debugging pipe, with nothing but the standard library.

Commands and events are those of the DevTools protocol, as JSON that ends in NUL: the browser reads them from
descriptor 3 and writes answers to descriptor 4.
"""
import base64
import json
import os
import select
import shutil
import signal
import tempfile
import time
import urllib.parse


class BrowserError(Exception):
    """A command that the browser refused, a script that threw, or an answer that did not come."""


def executable():
    """The path of a Chromium or Chrome; None where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    return None


class Browser:
    """A browser with one page, which ends with its `with` block."""

    def __init__(self, path, timeout=60):
        self.timeout = timeout
        self.profile = tempfile.mkdtemp(prefix="swingpipe-browser-")
        to_read, self.to = os.pipe()
        self.answers, to_write = os.pipe()
        # Clear of 3 and 4, which they are put on next.
        high = [os.dup(fd) for fd in (to_read, to_write)]
        high = [self._above(fd) for fd in high]
        self.log = os.path.join(self.profile, "log")
        arguments = [
            path, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
            "--force-color-profile=srgb", f"--user-data-dir={self.profile}", "about:blank",
        ]
        self.pid = os.posix_spawn(path, arguments, dict(os.environ), file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
            (os.POSIX_SPAWN_DUP2, high[0], 3), (os.POSIX_SPAWN_DUP2, high[1], 4),
        ])
        for fd in [to_read, to_write, *high]:
            os.close(fd)
        self.buffer = b""
        self.events = []
        self.next_id = 0
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    @staticmethod
    def _above(fd):
        kept = []
        while fd < 10:
            kept.append(fd)
            fd = os.dup(fd)
        for old in kept:
            os.close(old)
        return fd

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            # On its own it also ends the processes that still write to the profile.
            self.session = None
            self.call("Browser.close")
            self._wait()
        except (BrowserError, OSError):
            os.kill(self.pid, signal.SIGTERM)
            os.waitpid(self.pid, 0)
        finally:
            os.close(self.to)
            os.close(self.answers)
            shutil.rmtree(self.profile, ignore_errors=True)

    def _wait(self):
        """Waits until the browser has ended."""
        deadline = time.monotonic() + 10
        while os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            if time.monotonic() > deadline:
                raise BrowserError("the browser does not end")
            time.sleep(0.02)

    def call(self, method, **parameters):
        """Sends a command and waits for its answer; events on the way are kept."""
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        deadline = time.monotonic() + self.timeout
        while True:
            answer = self._message(deadline, method)
            if answer.get("id") == self.next_id:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def _message(self, deadline, what):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.answers], [], [], left)[0]:
                raise BrowserError(f"{what}: no answer within {self.timeout} s")
            data = os.read(self.answers, 1 << 20)
            if not data:
                raise BrowserError(f"{what}: the browser has ended; it said: {open(self.log, errors='replace').read()[-2000:]}")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def wait_for(self, method):
        """Waits for an event."""
        deadline = time.monotonic() + self.timeout
        while not any(event["method"] == method for event in self.events):
            message = self._message(deadline, method)
            if "method" in message:
                self.events.append(message)

    def size(self, width, height, mobile=False, scale=1):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)

    def media(self, **features):
        """Sets media features, as in `prefers_color_scheme="dark"`."""
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def open(self, path, scripts=True):
        """Opens a file and waits until it is loaded."""
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.events.clear()
        self.url = "file://" + urllib.parse.quote(os.path.abspath(path))
        self.call("Page.navigate", url=self.url)
        self.wait_for("Page.loadEventFired")
        # Without scripts no timer ever ends.
        if scripts:
            self.settle()

    def settle(self):
        """Waits until what is in view is drawn: two frames, and what waited for them."""
        self.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 50))")

    def wait_until(self, expression):
        """Waits until an expression holds; what does not come in time is for the caller to find."""
        deadline = time.monotonic() + 10
        while not self.evaluate(expression) and time.monotonic() < deadline:
            self.settle()

    def evaluate(self, expression):
        """The value of an expression of the page's script, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(f"{expression[:80]}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    def complaints(self):
        """Errors and warnings of the page since it was opened, and all that it asked for beyond itself."""
        self.evaluate("0")
        lines = []
        for event in self.events:
            detail = event["params"]
            if event["method"] == "Runtime.exceptionThrown":
                thrown = detail["exceptionDetails"]
                lines.append(thrown.get("exception", {}).get("description", thrown["text"]))
            elif event["method"] == "Runtime.consoleAPICalled" and detail["type"] in ("error", "warning", "assert"):
                lines.append(f"console.{detail['type']}: {detail['args']}")
            elif event["method"] == "Log.entryAdded" and detail["entry"]["level"] in ("error", "warning"):
                lines.append(detail["entry"]["text"])
            elif event["method"] == "Network.requestWillBeSent":
                url = detail["request"]["url"]
                if url != self.url and not url.startswith("data:"):
                    lines.append(f"asked for {url}")
        return lines

    def press(self, key, code=0, shift=False):
        """A key that is pressed and let go."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                      modifiers=8 if shift else 0)

    def screenshot(self, path, whole=False):
        options = {"format": "png"}
        if whole:
            options["captureBeyondViewport"] = True
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            options["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 16000), "scale": 1}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", **options)["data"]))

    def pdf(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)["data"]))
