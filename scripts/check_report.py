#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens a page of `ibsilicon report` in headless Chromium: it must load nothing, write no error to the
console, draw curves, and show fewer points after a click on a filter. Exit 1 if not, 77 without Chromium."""

import argparse
import json
import pathlib
import re
import shutil
import socket
import base64
import subprocess
import sys
import time
import urllib.error
import urllib.request

NO_CHROMIUM = 77
# A page is a file: anything it asks a network for goes to a proxy that is not there.
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--window-size=1200,1700", "--proxy-server=127.0.0.1:9", "--hide-scrollbars"]


class Browser:
    """One WebDriver session (https://www.w3.org/TR/webdriver2/)."""

    def __init__(self, driver, chromium):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.root = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        self.session = ""
        self.wait_until_ready()
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"binary": chromium, "args": FLAGS}}}})
        self.session = "/session/" + answer["sessionId"]

    def wait_until_ready(self):
        for _ in range(200):
            try:
                if self.call("GET", "/status")["ready"]:
                    return
            except (urllib.error.URLError, ConnectionError):
                pass
            time.sleep(0.1)
        raise RuntimeError("chromedriver does not answer")

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.root + (self.session if not path.startswith(("/session", "/status")) else "") + path,
            method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def script(self, text):
        return self.call("POST", "/execute/sync", {"script": text, "args": []})

    def click(self, selector):
        element = self.call("POST", "/element", {"using": "css selector", "value": selector})
        self.call("POST", f"/element/{next(iter(element.values()))}/click", {})

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()


def faults_in(browser, page, picture):
    browser.call("POST", "/url", {"url": page.resolve().as_uri()})
    kind = browser.script("return JSON.parse(document.getElementById('data').textContent).kind")
    if browser.script("return performance.getEntriesByType('resource').length") != 0:
        yield "loads something from outside"
    if browser.script("return document.querySelectorAll('#curves canvas, #curves svg').length") == 0:
        yield "draws no curves"
    rows = "return document.querySelectorAll('#points tbody tr').length"
    curves = "return window.ibsilicon.shown().join()"
    before = browser.script(rows), browser.script(curves)
    if before[0] == 0:
        yield "lists no points"
    if picture:
        picture.write_bytes(base64.b64decode(browser.call("GET", "/screenshot")))
    if kind == "sweep":
        browser.click("#filters button")
        if not browser.script(rows) < before[0]:
            yield "a click on a filter takes no points away"
        browser.click("#filters button")
        if (browser.script(rows), browser.script(curves)) != before:
            yield "a second click does not bring them back"
    for entry in browser.call("POST", "/se/log", {"type": "browser"}):
        yield f"console: {entry['level']}: {entry['message']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--picture", type=pathlib.Path, help="PNG of the page to write")
    options = parser.parse_args()
    markup = re.sub(r"(<script[^>]*>).*?</script>", r"\1", options.page.read_text(), flags=re.DOTALL)
    outside = re.search(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=", markup)
    if outside:
        print(f"{options.page}: refers to another file: {outside.group(0)}", file=sys.stderr)
        return 1
    driver, chromium = shutil.which("chromedriver"), shutil.which("chromium")
    if not driver or not chromium:
        print("no chromium and chromedriver: the page was not opened", file=sys.stderr)
        return NO_CHROMIUM
    browser = Browser(driver, chromium)
    try:
        faults = list(faults_in(browser, options.page, options.picture))
    finally:
        browser.close()
    for fault in faults:
        print(f"{options.page}: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
