"""The bar chart of the figures, as SVG with colours that show on light and on dark pages."""

OURS, THEIRS, TEXT, LINE = "#1f83d6", "#d9822b", "#7b8590", "#7b8590"
WIDTH, LABELS, GAP = 860, 128, 28
BAR, PAD, TOP = 15, 14, 62
ROWS = [
    ("1 h", "gzip"), ("4 h", "contiguous"), ("4 h", "gzip"), ("4 h", "gzip_1s"), ("4 h sparse", "gzip"), ("24 h", "contiguous"),
    ("24 h", "gzip"),
]  # fmt: skip
ONE, TWO, SCIPY = "swingpipe --jobs 1", "swingpipe --jobs 2", "SciPy"


def text(x, y, content, anchor="start", size=13, weight="normal", colour=TEXT):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
            f'fill="{colour}">{content}</text>')  # fmt: skip


def rounded(value):
    return f"{float(f'{value:.2g}'):,.0f}" if value >= 10 else f"{value:.1f}"


def panel(left, width, title, rows):
    """Pairs of bars from the left edge on, each with its figure behind it."""
    largest = max((value for _, ours, theirs in rows for value in (ours, theirs or 0)), default=1)
    room = width - 70  # for the figure behind the longest bar
    parts = [text(left, TOP - 16, title, weight="bold")]
    y = TOP
    for _, ours, theirs in rows:
        for value, colour in ((ours, OURS), (theirs, THEIRS)):
            if value is not None:
                length = max(1.5, room * value / largest)
                parts.append(f'<rect x="{left:.1f}" y="{y:.1f}" width="{length:.1f}" height="{BAR}" rx="2" fill="{colour}"/>')
                parts.append(text(left + length + 6, y + BAR - 3, rounded(value), size=12))
            y += BAR + 2
        y += PAD
    parts.append(f'<line x1="{left}" y1="{TOP - 6}" x2="{left}" y2="{y - PAD + 4}" stroke="{LINE}" stroke-opacity="0.4"/>')
    return parts


def svg(results):
    found = {(one["name"], one["storage"]): one for one in results["recordings"]}
    shown = [found[key] for key in ROWS if key in found]
    speeds, memories = [], []
    for one in shown:
        ours, theirs = one["contenders"][TWO], one["contenders"].get(SCIPY)
        name = f"{one['name']}, {one['storage']}"
        speeds.append((name, one["seconds"] / ours["wall"], one["seconds"] / theirs["wall"] if theirs else None))
        memories.append((name, ours["memory"], theirs["memory"] if theirs else None))
    half = (WIDTH - LABELS - GAP) / 2
    height = TOP + len(shown) * (2 * (BAR + 2) + PAD) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'font-family="DejaVu Sans, Verdana, sans-serif" role="img">',
        "<title>Speed and memory of swingpipe and of a SciPy program at the same work</title>",
        f'<rect x="{LABELS}" y="10" width="12" height="12" rx="2" fill="{OURS}"/>', text(LABELS + 18, 21, "swingpipe, 2 cores"),
        f'<rect x="{LABELS + 170}" y="10" width="12" height="12" rx="2" fill="{THEIRS}"/>', text(LABELS + 188, 21, "SciPy, the same work"),
    ]  # fmt: skip
    for row, (name, _, _) in enumerate(speeds):
        parts.append(text(LABELS - 12, TOP + row * (2 * (BAR + 2) + PAD) + BAR + 5, name, "end"))
    parts += panel(LABELS, half, "Times real time", speeds)
    parts += panel(LABELS + half + GAP, half, "Peak memory, MB", memories)
    return "\n".join(parts) + "\n</svg>\n"
