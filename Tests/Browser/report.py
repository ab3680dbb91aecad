"""Looks at reports in a real browser: usage: report.py SWINGPIPE SCRATCH [PICTURES].

Makes recordings, runs a pipeline over them, makes reports, and checks in headless Chromium that they load nothing and
complain of nothing, that filters, sorting, paging and keys work, that names of recordings stay text, that colours and
controls suit everyone, and that phones, paper and browsers without scripts get what they should. With PICTURES it
leaves screenshots in that folder.
"""
import base64
import json
import os
import re
import shutil
import struct
import subprocess
import sys

from browser import Browser, executable

FAILURES = []


def check(what, holds, found=""):
    """Takes down a failure; the others are still looked at."""
    if not holds:
        FAILURES.append(f"{what}" + (f": found {found!r}" if found != "" else ""))


def tool(*arguments, status=0):
    done = subprocess.run([SWINGPIPE, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != status:
        sys.exit(f"swingpipe {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return done


EVIL = "a\"'><img src=x onerror=alert(1)><!-- <script>alert(1)"


def material(root):
    """A run over hits, misses, clipped shocks, failures and hostile names; its output folder."""
    inputs = root + "/in"
    for sport in ("tennis", "golf"):
        tool("simulate", "swings", "--sport", sport, "--seed", "5", "--count", "2", "--duration-s", "60", "--output", inputs)
    tool("degrade", inputs + "/tennis-000005.h5", "--clip-g", "6", "--output", root + "/clipped")
    os.replace(root + "/clipped/tennis-000005.h5", inputs + "/tennis-000005.h5")
    with open(inputs + "/golf-000006.h5", "rb") as file:
        whole = file.read()
    with open(f"{inputs}/{EVIL.replace('/', '')}.h5", "wb") as file:
        file.write(whole[:len(whole) // 2])
    with open(inputs + "/notes.h5", "w") as file:
        file.write("no recording\n")
    os.rename(inputs + "/tennis-000006.h5", inputs + "/tennis-000006 & <b>.h5")
    tool("run", os.path.join(PROJECT, "Pipelines/tennis.json"), inputs, "--output", root + "/out", "--quiet", status=1)
    return root + "/out"


# The luminance contrast of WCAG 2.1, of every text against the nearest ground behind it.
CONTRAST = r"""
(() => {
  const parse = (text) => { const parts = text.match(/[\d.]+/g).map(Number); return parts.length === 3 ? [...parts, 1] : parts; };
  const luminance = (color) => color.slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color[3] > 0.99) return color;
    }
    return [255, 255, 255, 1];
  };
  const poor = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || node.closest("script,style,noscript,[hidden],:disabled,.skip")) continue;
    if (!node.checkVisibility?.()) continue;
    const style = getComputedStyle(node);
    const color = parse(node.ownerSVGElement ? style.fill : style.color);
    const [high, low] = [luminance(color), luminance(ground(node))].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) poor.add(`${ratio.toFixed(2)} ${node.tagName}.${node.getAttribute("class")}: ${walker.currentNode.data.slice(0, 30)}`);
  }
  return [...poor];
})()
"""

# What an audit would say: names, ids, headings, tables.
AUDIT = r"""
(() => {
  const faults = [];
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  ids.filter((id, index) => ids.indexOf(id) !== index).forEach((id) => faults.push(`id ${id} is there twice`));
  for (const node of document.querySelectorAll("button, input, select, summary, a[href]")) {
    if (!node.checkVisibility?.()) continue;
    // What a choice offers is in its label's text, and names nothing.
    const label = node.labels?.[0]?.textContent.replace(node.textContent, "");
    const name = (label ?? node.getAttribute("aria-label") ?? node.textContent).trim();
    if (!name) faults.push(`${node.outerHTML.slice(0, 60)} has no name`);
    const box = node.getBoundingClientRect();
    if (box.width > 0 && box.height < 24 && node.type !== "checkbox") faults.push(`${node.outerHTML.slice(0, 60)} is ${box.height} high`);
  }
  for (const node of document.querySelectorAll("[aria-labelledby]")) {
    for (const id of node.getAttribute("aria-labelledby").split(" ")) if (!document.getElementById(id)?.textContent.trim()) faults.push(`aria-labelledby ${id} leads nowhere`);
  }
  for (const link of document.querySelectorAll('a[href^="#"]')) if (!document.querySelector(link.getAttribute("href"))) faults.push(`${link.hash} leads nowhere`);
  for (const svg of document.querySelectorAll("svg")) if (svg.getAttribute("role") !== "img" || !(svg.getAttribute("aria-label") ?? "").match(/\d/)) faults.push("a drawing without an alternative that has numbers");
  for (const table of document.querySelectorAll("table")) if (!table.caption?.textContent || [...table.querySelectorAll("th")].some((th) => !th.scope)) faults.push("a table without caption or scope");
  for (const section of document.querySelectorAll("main section")) if (section.querySelector("h1, h2, h3, h4")?.tagName !== "H2") faults.push(`section ${section.id} does not begin with a heading`);
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) faults.push(`heading ${heading.textContent} skips a level`);
    level = next;
  }
  if (document.querySelectorAll("h1").length !== 1 || document.querySelectorAll("main").length !== 1) faults.push("expected one h1 and one main");
  if (!document.documentElement.lang) faults.push("no language");
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`it is ${scrollWidth} wide in a window of ${clientWidth}`);
  return faults;
})()
"""

# Texts of drawings that are too small to read, that leave their frame, or that lie on each other.
LETTERING = r"""
(() => {
  const faults = [];
  for (const svg of document.querySelectorAll("svg")) {
    if (!svg.checkVisibility()) continue;
    const name = svg.getAttribute("aria-label").slice(0, 30);
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const frame = svg.closest(".panel, .card").getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter((node) => node.textContent.trim());
    const boxes = texts.map((node) => node.getBoundingClientRect());
    texts.forEach((node, index) => {
      const size = parseFloat(getComputedStyle(node).fontSize) * scale;
      const box = boxes[index];
      if (size < 9) faults.push(`${name}: ${node.textContent} is ${size.toFixed(1)} px large`);
      if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom) faults.push(`${name}: ${node.textContent} leaves its frame`);
      for (let other = 0; other < index; other += 1) {
        const [a, b] = [box, boxes[other]];
        // Letters are lower than their boxes.
        const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        if (across > 1 && down > 0.35 * Math.min(a.height, b.height)) faults.push(`${name}: ${node.textContent} lies on ${texts[other].textContent}`);
      }
    });
  }
  return faults;
})()
"""

CHOOSE = """((name, value) => {
  const field = document.getElementById("gallery-controls").elements[name];
  if (field.type === "checkbox") field.checked = value; else field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
})"""
LABELS = "[...document.querySelectorAll('#cards .label')].map((node) => node.textContent)"
COUNT = "document.getElementById('gallery-count').textContent"


def measures(name):
    """The numbers of a name on the cards in view, in their order."""
    return f"""[...document.querySelectorAll('#cards dl.measures div')].filter((div) => div.firstChild.textContent === '{name}')
      .map((div) => parseFloat(div.lastChild.textContent.replace(/[<> ]/g, '').replace('−', '-')))"""


def looks(browser, page):
    """Light and dark, wide and on a phone: nothing to complain of in any."""
    for width, height, is_phone in ((1280, 900, False), (360, 740, True)):
        for scheme in ("light", "dark"):
            browser.size(width, height, is_phone)
            browser.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            browser.open(page)
            # All that can be unfolded, and all pictures.
            browser.evaluate("document.querySelectorAll('details').forEach((node) => { node.open = true; })")
            browser.evaluate("dispatchEvent(new Event('beforeprint'))")
            browser.settle()
            where = f"{scheme}, {width} px"
            for name, script in (("contrast", CONTRAST), ("audit", AUDIT), ("lettering", LETTERING)):
                found = browser.evaluate(script)
                check(f"{name}, {where}", found == [], found)
            if not is_phone:
                room = browser.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.scroll'))")
                check(f"all columns in sight, {where}", room <= 0, room)
            ground = browser.evaluate("getComputedStyle(document.body).backgroundColor")
            is_dark = sum(map(int, re.findall(r"\d+", ground))) < 200
            check(f"ground, {where}", is_dark == (scheme == "dark"), ground)
            check(f"complaints, {where}", browser.complaints() == [], browser.complaints())


def doubtful(data):
    """The swings of a page by doubt: those that differ from their label, then by how near the probability of a contact is
    to even, or that of a stroke to 0."""
    names = [column["name"] for column in data["columns"]]
    chances = [place for place, column in enumerate(data["columns"]) if column["isChance"]]

    def certainty(place):
        event = data["events"][place]
        label, kind = event["annotation"], event["values"][names.index(data["kindColumn"])]
        if label and label["kind"] != kind:
            return -1
        known = [(names[chance], event["values"][chance]) for chance in chances if event["values"][chance] is not None]
        return min(abs(value - 0.5) if name == "hit_probability" else value / 2 for name, value in known)

    return sorted(range(len(data["events"])), key=certainty)


def gallery(browser, page):
    """Filters, sorting, paging, drawing what is in view."""
    browser.size(1280, 900)
    browser.media(prefers_color_scheme="light")
    browser.open(page)
    total = browser.evaluate("JSON.parse(document.getElementById('data').textContent).events.length")
    check("a picture of each swing", total > 24, total)
    data = browser.evaluate("JSON.parse(document.getElementById('data').textContent)")
    shown = [int(name.removeprefix("event-")) for name in browser.evaluate("[...document.querySelectorAll('#cards h3')].map((node) => node.id)")]
    check("doubtful swings come first", shown == doubtful(data)[:12], shown)
    surest = doubtful(data)[-1]
    data["events"][surest]["values"][[column["name"] for column in data["columns"]].index("swing_probability")] = 0.01
    check("a stroke that hardly is one is doubtful", surest in doubtful(data)[:12], doubtful(data)[:12])
    check("count at first", browser.evaluate(COUNT) == f"1 to 12 of {total} swings", browser.evaluate(COUNT))
    drawn = browser.evaluate("document.querySelectorAll('#cards svg').length")
    check("what is far below is not drawn yet", drawn < 12, drawn)
    browser.evaluate("document.getElementById('cards').scrollIntoView({ behavior: 'instant' })")
    browser.wait_until("document.querySelector('#cards svg') !== null")
    signals = browser.evaluate("[...document.querySelector('#cards svg').querySelectorAll('.signal')].map((path) => path.getAttribute('d').length)")
    check("four panels with lines", len(signals) == 4 and min(signals) > 500, signals)
    check("no picture has a number that is none", browser.evaluate("!document.getElementById('cards').innerHTML.includes('NaN')"))
    browser.evaluate(CHOOSE + "('label', 'miss')")
    check("only misses", set(browser.evaluate(LABELS)) == {"Miss"}, browser.evaluate(LABELS))
    browser.evaluate(CHOOSE + "('label', 'hit')")
    for order, name in (("time_to_contact_s", "to contact"), ("high_passed_peak_g", "shock")):
        for direction in ("up", "down"):
            browser.evaluate(CHOOSE + f"('order', '{order}'); {CHOOSE}('direction', '{direction}')")
            values = browser.evaluate(measures(name))
            check(f"sorted by {order} {direction}", len(values) == 12 and values == sorted(values, reverse=direction == "down"), values)
    browser.evaluate(CHOOSE + "('label', ''); " + CHOOSE + "('from', '0.9'); " + CHOOSE + "('order', 'hit_probability')")
    check("only probable hits", min(browser.evaluate(measures("hit probability"))) >= 0.9, browser.evaluate(measures("hit probability")))
    browser.evaluate("document.querySelector('#gallery-controls [type=reset]').click()")
    browser.settle()
    check("all again", browser.evaluate(COUNT) == f"1 to 12 of {total} swings", browser.evaluate(COUNT))
    browser.evaluate(CHOOSE + "('flagged', true)")
    flagged = browser.evaluate(COUNT)
    check("only flagged", re.fullmatch(rf"1 to \d+ of \d+ swings, out of {total}", flagged), flagged)
    check("flags are told", browser.evaluate("[...document.querySelectorAll('#cards .remarks')].every((node) => node.textContent.includes('Flags: '))"))
    browser.evaluate(CHOOSE + "('flagged', false); " + CHOOSE + "('sport', 'tennis')")
    check("only tennis", browser.evaluate("[...document.querySelectorAll('#cards bdi')].every((node) => node.textContent.startsWith('tennis'))"))
    browser.evaluate(CHOOSE + "('from', '2')")
    check("none at all is said", browser.evaluate(COUNT) == f"None of the {total} swings is like that.", browser.evaluate(COUNT))
    browser.evaluate("document.querySelector('#gallery-controls [type=reset]').click()")
    browser.settle()
    browser.evaluate(CHOOSE + "('size', '48')")
    check("more on a page", browser.evaluate("document.querySelectorAll('#cards > li').length") == min(48, total))
    browser.evaluate(CHOOSE + "('size', '12')")
    first = browser.evaluate("document.querySelector('#cards h3').textContent")
    browser.evaluate("document.getElementById('next').click()")
    check("second page", browser.evaluate(COUNT).startswith("13 to 24 of"), browser.evaluate(COUNT))
    check("other swings", browser.evaluate("document.querySelector('#cards h3').textContent") != first)
    browser.evaluate("document.querySelector('#cards summary').click()")
    browser.settle()
    check("all figures of one", browser.evaluate("document.querySelectorAll('#cards details[open] tr').length") > 20)
    browser.evaluate("document.getElementById('theme').click()")
    check("dark by button", browser.evaluate("document.documentElement.dataset.theme") == "dark")
    check("complaints, gallery", browser.complaints() == [], browser.complaints())


def with_gap(page, path):
    """The page with the raw samples around the first swing's contact lost."""
    with open(page) as file:
        text = file.read()
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])
    line = re.search(r'id="traces">(.*?)\n', text)[1]
    slots = bytearray(base64.b64decode(line))
    count, _, start, step, _ = data["events"][0]["traces"][0]
    for index in range(count):
        if -0.05 < start + index * step < 0.12:
            struct.pack_into("<h", slots, 2 * index, -32768)
    with open(path, "w") as file:
        file.write(text.replace(line, base64.b64encode(slots).decode(), 1))
    return path


def gap(browser, page, scratch):
    """A contact without samples says so in its close-up, and no other does."""
    browser.size(1280, 900)
    browser.open(with_gap(page, scratch + "/gap.html"))
    browser.evaluate(CHOOSE + "('order', 'time')")
    browser.evaluate("dispatchEvent(new Event('beforeprint'))")
    said = browser.evaluate("[...document.querySelectorAll('#cards svg')].map((svg) => svg.textContent.includes('no samples here'))")
    check("a close-up in a gap says so", said == [True] + [False] * 11, said)


def recordings(browser, page):
    """The table sorts and filters; hostile names are text."""
    browser.open(page)
    heads = browser.evaluate("[...document.querySelectorAll('#recording-table thead button')].map((node) => node.textContent)")
    for index, name in enumerate(heads):
        column = f"""[...document.querySelectorAll('#recording-table tbody tr')].map((row) => row.cells[{index}])
          .map((cell) => cell.classList.contains('number') ? (cell.dataset.v === undefined ? null : Number(cell.dataset.v)) : cell.textContent || null)"""
        for direction in ("ascending", "descending"):
            browser.evaluate(f"document.querySelectorAll('#recording-table thead button')[{index}].click()")
            state = browser.evaluate("[...document.querySelectorAll('#recording-table th[aria-sort]')].map((node) => [node.textContent, node.getAttribute('aria-sort')])")
            check(f"aria-sort of {name}", state == [[name, direction]], state)
            values = browser.evaluate(column)
            known = [value for value in values if value is not None]
            check(f"missing last in {name}", values == known + [None] * (len(values) - len(known)), values)
            if known and not isinstance(known[0], str):
                check(f"{name} {direction}", known == sorted(known, reverse=direction == "descending"), known)
    shown = "[...document.querySelectorAll('#recording-table tbody tr:not([hidden]) th')].map((node) => node.textContent)"
    set_field = """((name, value) => { const field = document.getElementById('recording-controls').elements[name];
      field.value = value; field.dispatchEvent(new Event('input', { bubbles: true })); })"""
    browser.evaluate(set_field + "('state', 'failed')")
    check("failed ones alone", len(browser.evaluate(shown)) == 2, browser.evaluate(shown))
    check("a name is a text", any("onerror=alert(1)" in name for name in browser.evaluate(shown)), browser.evaluate(shown))
    browser.evaluate(set_field + "('state', ''); " + set_field + "('text', 'golf')")
    check("search", set(browser.evaluate(shown)) == {"golf-000005", "golf-000006"}, browser.evaluate(shown))
    check("nothing of a name became markup", browser.evaluate("document.querySelectorAll('img, b').length") == 0)
    causes = browser.evaluate("document.querySelector('.trouble').textContent")
    check("causes at the top", "2 recordings failed" in causes and "truncated" in causes and "not an HDF5 file" in causes, causes)
    check("complaints, recordings", browser.complaints() == [], browser.complaints())


def keys(browser, page):
    """Everything that can be used is reached by Tab, is seen to be, and Enter uses it."""
    browser.size(1280, 900)
    browser.open(page)
    wanted = browser.evaluate("""[...document.querySelectorAll('a[href], button, select, input, summary, .scroll')]
      .filter((node) => node.checkVisibility() && !node.disabled).length""")
    seen, invisible = set(), []
    for _ in range(wanted + 5):
        browser.press("Tab", 9)
        where = browser.evaluate("""(() => { const node = document.activeElement;
          if (node === document.body) return null;
          node.dataset.step ??= String(document.querySelectorAll('[data-step]').length);
          const style = getComputedStyle(node);
          return [node.dataset.step, node.outerHTML.slice(0, 60), style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2]; })()""")
        if where is None:
            continue
        seen.add(where[0])
        if not where[2]:
            invisible.append(where[1])
    check("reached by Tab", len(seen) >= wanted, (len(seen), wanted))
    check("focus is seen", invisible == [], invisible)
    browser.open(page)
    browser.press("Tab", 9)
    check("skip link first", browser.evaluate("document.activeElement.className") == "skip")
    browser.evaluate("document.querySelector('#recording-table thead button').focus()")
    browser.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")
    check("Enter sorts", browser.evaluate("document.querySelectorAll('th[aria-sort]').length") == 1)


def paper(browser, page, scratch):
    """Print has no controls, light colours, and the pictures of a page."""
    browser.media(prefers_color_scheme="dark")
    browser.open(page)
    browser.pdf(scratch + "/report.pdf")
    check("a PDF", os.path.getsize(scratch + "/report.pdf") > 50_000, os.path.getsize(scratch + "/report.pdf"))
    check("all pictures of the page are drawn for it", browser.evaluate("document.querySelectorAll('#cards svg').length") == 12)
    browser.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    left = browser.evaluate("[...document.querySelectorAll('form, .pager, #theme, .masthead nav')].filter((node) => node.checkVisibility()).length")
    check("no controls on paper", left == 0, left)
    count = browser.evaluate("(({ textContent, offsetHeight }) => offsetHeight > 0 && textContent)(document.getElementById('gallery-count'))")
    check("paper says which swings it has", count and count.startswith("1 to 12 of "), count)
    check("ink on paper", browser.evaluate("getComputedStyle(document.body).color") == "rgb(28, 33, 38)", browser.evaluate("getComputedStyle(document.body).color"))
    browser.call("Emulation.setEmulatedMedia", media="")


def without_scripts(page, path):
    with Browser(path) as browser:
        browser.size(1280, 900)
        browser.open(page, scripts=False)
        # Its own scripts are off; what the test asks is not.
        note = browser.evaluate("(({ textContent, offsetHeight }) => offsetHeight > 0 && textContent)(document.querySelector('#gallery noscript p'))")
        check("a note without scripts", note and "scripts are off" in note, note)
        check("no controls that would do nothing", browser.evaluate("[...document.querySelectorAll('form, #theme, .pager')].every((node) => !node.checkVisibility())"))
        check("table without scripts", browser.evaluate("document.querySelectorAll('#recording-table tbody tr').length") == 6)
        check("distributions without scripts", browser.evaluate("document.querySelectorAll('#features svg').length") > 20)


def run_of_20_minutes():
    """A run in TCX at 3 m/s, with a heart rate."""
    def time(second):
        return f"2026-11-21T10:{second // 60:02}:{second % 60:02}Z"
    points = "".join(
        f"<Trackpoint><Time>{time(second)}</Time><DistanceMeters>{3 * second}</DistanceMeters>"
        f"<HeartRateBpm><Value>{140 + second % 20}</Value></HeartRateBpm></Trackpoint>" for second in range(0, 1200, 2))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
      <Activity Sport="Running"><Id>{time(0)}</Id><Lap StartTime="{time(0)}"><TotalTimeSeconds>1198</TotalTimeSeconds>
      <DistanceMeters>3594</DistanceMeters><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>
      <Track>{points}</Track></Lap></Activity></Activities></TrainingCenterDatabase>"""


def workouts(browser, scratch, folder):
    """Tables of rides and runs fit a screen and a phone; titles have the day; zones say what they need."""
    inputs = scratch + "/rides"
    os.makedirs(inputs)
    for device in ("watch", "phone"):
        shutil.copy(os.path.join(PROJECT, f"Pipelines/Recordings/workout-000001-{device}.h5"), inputs)
    with open(scratch + "/run.tcx", "w") as file:
        file.write(run_of_20_minutes())
    tool("import", scratch + "/run.tcx", "--output", inputs, "--quiet")
    tool("run", os.path.join(PROJECT, "Pipelines/workout.json"), inputs, "--output", scratch + "/rides-out", "--quiet")
    page = scratch + "/rides-out/report.html"
    tool("report", scratch + "/rides-out", "--quiet")
    for width, height, is_phone in ((1280, 900, False), (390, 844, True)):
        for scheme in ("light", "dark"):
            browser.size(width, height, is_phone)
            browser.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            browser.open(page)
            browser.evaluate("document.querySelectorAll('details').forEach((node) => { node.open = true; })")
            browser.settle()
            where = f"workouts, {scheme}, {width} px"
            for name, script in (("contrast", CONTRAST), ("audit", AUDIT), ("lettering", LETTERING)):
                found = browser.evaluate(script)
                check(f"{name}, {where}", found == [], found)
            hidden = browser.evaluate("""[...document.querySelectorAll('.rows')].map((node) => node.closest('.scroll'))
              .filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.getAttribute('aria-label'))""")
            check(f"all columns in sight, {where}", hidden == [], hidden)
            if is_phone:
                small = browser.evaluate("Math.min(...[...document.querySelectorAll('.drawing img')].map((node) => node.width))")
                check(f"drawings are large enough, {where}", small >= 700, small)
            check(f"complaints, {where}", browser.complaints() == [], browser.complaints())
        if folder:
            browser.screenshot(f"{folder}/workouts-{'phone' if is_phone else 'wide'}.png", whole=True)
    title = browser.evaluate("document.title")
    check("the day is in the title", re.search(r"\d+ [A-Z][a-z]+ \d{4}", title), title)
    zones = browser.evaluate("document.getElementById('table-zones').textContent")
    check("zones say what they need", "need the threshold power (FTP) and maximum heart rate" in zones and "--set workout.max_heart_rate_bpm=190" in zones, zones)


def pictures(browser, page, folder):
    os.makedirs(folder, exist_ok=True)
    for width, height, is_phone in ((1280, 900, False), (360, 740, True)):
        for scheme in ("light", "dark"):
            browser.size(width, height, is_phone, 2 if is_phone else 1)
            browser.media(prefers_color_scheme=scheme)
            browser.open(page)
            browser.evaluate("dispatchEvent(new Event('beforeprint'))")
            browser.settle()
            browser.screenshot(f"{folder}/report-{'phone' if is_phone else 'wide'}-{scheme}.png", whole=True)


def main():
    path = executable()
    if path is None:
        sys.exit("there is no Chromium")
    scratch = os.path.abspath(sys.argv[2])
    out = material(scratch)
    done = tool("report", out)
    check("messages", "report.html" in done.stderr, done.stderr)
    page = out + "/report.html"
    with open(page, "rb") as file:
        once = file.read()
    check("the same bytes again", tool("report", out, "--output", "-").stdout.encode() == once)
    with Browser(path) as browser:
        looks(browser, page)
        gallery(browser, page)
        gap(browser, page, scratch)
        recordings(browser, page)
        keys(browser, page)
        paper(browser, page, scratch)
        folder = sys.argv[3] if len(sys.argv) > 3 else None
        if folder:
            pictures(browser, page, folder)
        workouts(browser, scratch, folder)
    without_scripts(page, path)
    shutil.rmtree(scratch + "/in")
    moved = tool("report", out, "--output", scratch + "/moved.html")
    check("moved recordings are told", "are not where they were" in moved.stderr, moved.stderr)
    with Browser(path) as browser:
        browser.open(scratch + "/moved.html")
        check("no pictures of moved ones", "What is left out" in browser.evaluate("document.getElementById('gallery').textContent"))
        check("figures of moved ones", browser.evaluate("document.querySelectorAll('#features svg').length") > 20)
        check("complaints, moved", browser.complaints() == [], browser.complaints())
    for failure in FAILURES:
        print(f"FAILED: {failure}", file=sys.stderr)
    print(f"test-browser: {'failed' if FAILURES else 'passed'}", file=sys.stderr)
    sys.exit(1 if FAILURES else 0)


PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
if __name__ == "__main__":
    SWINGPIPE = os.path.abspath(sys.argv[1])
    main()
