/* The gallery: chooses, sorts and pages; draws what comes into view. */
if (byID("data")) {
  const data = JSON.parse(byID("data").textContent);
  const lines = byID("traces").textContent.split("\n");
  const columns = Object.fromEntries(data.columns.map((column, index) => [column.name, index]));
  const styles = new Map(Object.entries(data.styles));
  /* The value of a column; null where the table has none, or the description of its rows names no such column. */
  const value = (event, name) => (name === null || columns[name] === undefined ? null : event.values[columns[name]]);
  /* The same without its sign, where the sign is ignored. */
  const size = (event, name) => {
    const known = value(event, name);
    return known !== null && data.columns[columns[name]].isMagnitude ? Math.abs(known) : known;
  };
  data.events.forEach((event, index) => {
    event.index = index;
    event.line = lines[index];
    event.place = data.recordings[event.recording];
  });
  let pageSize = 12;
  const controls = byID("gallery-controls");
  const fields = controls.elements;
  const cards = byID("cards");
  let chosen = [];
  let page = 0;
  let waiting = new Map();
  let domains = null;

  const position = (event) => value(event, data.position);
  const kind = (event) => value(event, data.kindColumn);
  const flags = (event) => value(event, data.flagsColumn);
  const truth = (event) => (event.annotation === null ? "none" : event.annotation.kind === kind(event) ? "same" : "other");

  /* How sure the least sure decision on a row is, from 0 to 0.5: an even chance decides its kind least, and a low chance
     of anything else makes the row itself doubtful. What differs from its label comes before all others. */
  const chances = data.columns.filter((column) => column.isChance).map((column) => column.name);
  const certainty = (event) => {
    if (truth(event) === "other") return -1;
    const known = chances.map((name) => [name, value(event, name)]).filter(([, chance]) => chance !== null);
    if (known.length === 0) return null;
    return Math.min(...known.map(([name, chance]) => (name === data.rangeColumn ? Math.abs(chance - 0.5) : chance / 2)));
  };

  /* Choices that make no difference are not offered. */
  function offer(field, names) {
    const distinct = [...new Set(names.filter((name) => name !== null))].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    if (distinct.length < 2) { field.closest("label").hidden = true; return; }
    field.append(...distinct.map((name) => element("option", { value: name }, name)));
  }
  offer(fields.recording, data.events.map((event) => event.place.id));
  offer(fields.sport, data.events.map((event) => event.place.sport));
  offer(fields.subject, data.events.map((event) => event.place.subject));
  if (!data.events.some((event) => flags(event) !== null)) fields.flagged.closest("label").hidden = true;

  function choose() {
    pageSize = fields.size.value === "all" ? data.events.length : Number(fields.size.value);
    const lowest = fields.from && fields.from.value !== "" ? Number(fields.from.value) : -Infinity;
    const highest = fields.to && fields.to.value !== "" ? Number(fields.to.value) : Infinity;
    const limits = lowest > -Infinity || highest < Infinity;
    chosen = data.events.filter((event) => {
      const fraction = value(event, data.rangeColumn);
      return (!fields.label?.value || kind(event) === fields.label.value)
        && (!fields.recording.value || event.place.id === fields.recording.value)
        && (!fields.sport.value || event.place.sport === fields.sport.value)
        && (!fields.subject.value || event.place.subject === fields.subject.value)
        && (!fields.truth?.value || truth(event) === fields.truth.value)
        && (!fields.flagged.checked || flags(event) !== null)
        && (!limits || (fraction !== null && fraction >= lowest && fraction <= highest));
    });
    const order = fields.order.value;
    const direction = fields.direction.value === "down" ? -1 : 1;
    const key = (event) => (order === "time" ? event.index : order === "certainty" ? certainty(event) : size(event, order));
    chosen.sort((a, b) => {
      const [first, second] = [key(a), key(b)];
      if (first === null || second === null) return (first === null) - (second === null) || a.index - b.index;
      return (first - second) * direction || a.index - b.index;
    });
    show(0);
  }

  function show(number) {
    const pages = Math.max(1, Math.ceil(chosen.length / pageSize));
    page = Math.min(Math.max(number, 0), pages - 1);
    const shown = chosen.slice(page * pageSize, (page + 1) * pageSize);
    observer.disconnect();
    waiting = new Map();
    domains = shared();
    cards.replaceChildren(...shown.map(card));
    for (const box of waiting.keys()) observer.observe(box);
    const noun = data.plural;
    byID("gallery-count").textContent = chosen.length === 0
      ? `None of the ${data.events.length} ${noun} is like that.`
      : `${page * pageSize + 1} to ${page * pageSize + shown.length} of ${chosen.length} ${noun}`
        + (chosen.length < data.events.length ? `, out of ${data.events.length}` : "");
    byID("page").textContent = `Page ${page + 1} of ${pages}`;
    byID("previous").disabled = page === 0;
    byID("next").disabled = page === pages - 1;
    byID("pager").hidden = pages === 1;
  }

  function card(event) {
    const id = `event-${event.index}`;
    const word = kind(event) ?? data.kind;
    const name = word.charAt(0).toUpperCase() + word.slice(1);
    const box = element("div", { class: "picture" });
    waiting.set(box, event);
    const all = element("details", {}, element("summary", {}, "All figures"));
    all.addEventListener("toggle", () => { if (all.open && all.children.length === 1) all.append(figures(event)); });
    return element("li", {}, element("article", { class: "card", "aria-labelledby": id },
      element("h3", { id }, element("span", { class: `label ${styles.get(kind(event)) ?? ""}` }, name),
        element("span", { class: "where" }, element("bdi", {}, event.place.id), ` · ${data.kind} ${position(event)}${moment(event)}`)),
      measures(event), box, remarks(event), all));
  }

  /* The name of a clock by how far it is ahead of UTC, in s. */
  function zone(offset) {
    if (offset === 0) return "UTC";
    const two = (value) => String(Math.floor(value)).padStart(2, "0");
    const size = Math.abs(offset);
    return `UTC${offset < 0 ? "−" : "+"}${two(size / 3600)}:${two(size / 60 % 60)}`;
  }

  /* When it was, as a video shows it: from the recording's start, and the time of day where that is known. */
  function moment(event) {
    const exact = value(event, "time_from_start_s");
    if (exact === null) return "";
    const time = Math.round(exact * 10) / 10;
    const clock = (seconds) => {
      const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
      const rest = (seconds % 60).toFixed(1).padStart(4, "0");
      return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
    };
    const start = event.place.start === null ? NaN : Date.parse(event.place.start);
    const local = (offset) => new Date(start + 1000 * (time + offset)).toISOString().slice(11, 19);
    const day = Number.isNaN(start) ? "" : `, ${local(event.place.offset)} ${zone(event.place.offset)}`;
    return ` · at ${clock(time)}${day}`;
  }

  /* A number as text, with its unit: times in ms, as the pictures have them. */
  function told(event, name) {
    const [column, known] = [data.columns[columns[name]], size(event, name)];
    if (column.isChance) return [chance(known), ""];
    return column.unit === "s" ? [String(Math.round(known * 1000)), " ms"] : [number(known), column.unit === "" ? "" : ` ${column.unit}`];
  }

  function measures(event) {
    const list = data.measures.filter(({ column }) => value(event, column) !== null);
    return element("dl", { class: "measures" }, ...list.map(({ column, title }) => {
      const [text, unit] = told(event, column);
      return element("div", {}, element("dt", {}, title), element("dd", {}, text, element("span", {}, unit)));
    }));
  }

  const slower = ({ rate, share }) => `A sensor of ${Math.round(rate)} Hz would show ${Math.round(share * 100)} % of the raw peak.`;

  function remarks(event) {
    const flagged = flags(event);
    const parts = [];
    if (event.annotation) {
      const isSame = truth(event) === "same";
      parts.push(element(isSame ? "span" : "strong", {}, `Labelled ${event.annotation.kind} (dotted)${isSame ? "" : ", not what it was called"}. `));
    }
    if (flagged) parts.push(`Flags: ${flagged.replaceAll(";", ", ").replaceAll("_", " ")}. `);
    if (event.coarse && event.coarse.share !== null) parts.push(slower(event.coarse));
    return element("p", { class: "remarks" }, ...parts);
  }

  /* What a picture shows, in words with its numbers. */
  function words(event) {
    const { start, onset, peak } = event.marks;
    const milliseconds = (time) => number(Math.abs(time) * 1000, 3, true);
    const parts = [`${kind(event) ?? data.kind} in ${event.place.id}, ${data.kind} ${position(event)}.`];
    if (start !== null) parts.push(`It starts ${milliseconds(start)} ms before the ${peak === null ? data.words.otherwise : data.words.peak}.`);
    if (onset !== null) parts.push(`The shock begins ${milliseconds(onset)} ms before its peak of ${number(size(event, data.peakValueColumn))} ${data.units.acceleration}, high-passed.`);
    for (const { column, text } of data.words.sentences) {
      if (value(event, column) !== null) parts.push(text.replace("{}", () => told(event, column).join("")));
    }
    const raw = event.samples?.[0];
    if (raw) {
      const [low, high] = raw.values.reduce(([a, b], v) => (Number.isNaN(v) ? [a, b] : [Math.min(a, v), Math.max(b, v)]), [Infinity, -Infinity]);
      parts.push(`The raw acceleration goes from ${number(low)} to ${number(high)} ${data.units.acceleration}.`);
    }
    if (event.coarse && event.coarse.share !== null) parts.push(slower(event.coarse));
    return parts.join(" ");
  }

  /* Times are shown to a tenth of a millisecond, however far they are from the recording's start. */
  const digits = (known, { isChance, isTime }) =>
    isChance ? chance(known) : isTime ? known.toFixed(4).replace("-", "−") : number(known, 5, true);

  function figures(event) {
    const rows = data.columns.map((column, index) => {
      const known = event.values[index];
      if (known === null) return null;
      const text = typeof known === "boolean" ? (known ? "yes" : "no")
        : typeof known === "number" ? digits(known, column) : known;
      return element("tr", {}, element("th", { scope: "row" }, column.title, element("small", {}, column.text)),
        element("td", {}, column.unit === "" ? text : `${text} ${column.unit}`));
    });
    return element("table", {}, element("caption", {}, "Every column of the table that has a value"), element("tbody", {}, ...rows));
  }

  /* Ranges that hold every picture of the page, for one scale. */
  function shared() {
    if (!fields.same.checked) return null;
    const ranges = [null, null, null];
    for (const event of chosen.slice(page * pageSize, (page + 1) * pageSize)) {
      event.samples ??= decode(event.line, event.traces, data.tick);
      event.samples.forEach((samples, index) => {
        if (!samples) return;
        const [low, high] = reach(samples, data.window);
        ranges[index] = ranges[index] ? [Math.min(ranges[index][0], low), Math.max(ranges[index][1], high)] : [low, high];
      });
    }
    return ranges;
  }

  function draw(box, width = Math.max(280, Math.round(box.clientWidth))) {
    const event = waiting.get(box);
    if (!event) return;
    event.samples ??= decode(event.line, event.traces, data.tick);
    box.replaceChildren(figure(event, data, width, words(event), domains));
    box.drawnWidth = width;
    // Thousands of decoded ones would stay for nothing.
    event.samples = null;
  }

  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) { draw(entry.target); observer.unobserve(entry.target); }
  }, { rootMargin: "400px" });
  const redraw = () => { domains = shared(); for (const box of waiting.keys()) if (box.drawnWidth) draw(box); };
  addEventListener("resize", () => {
    for (const box of waiting.keys()) if (box.drawnWidth && Math.abs(box.drawnWidth - box.clientWidth) > 24) draw(box);
  });
  /* Paper shows what the page holds, drawn at a width that suits three beside each other. */
  addEventListener("beforeprint", () => { for (const box of waiting.keys()) if (!box.drawnWidth) draw(box, innerWidth > 640 ? 385 : 350); });

  controls.addEventListener("input", (event) => (event.target === fields.same ? redraw() : choose()));
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.addEventListener("reset", () => setTimeout(choose));
  const turn = (by) => {
    show(page + by);
    byID("gallery-count").scrollIntoView({ block: "nearest" });
  };
  byID("previous").addEventListener("click", () => turn(-1));
  byID("next").addEventListener("click", () => turn(1));
  byID("gallery-choices").hidden = data.events.length < 2;
  byID("gallery-choices").open = innerWidth > 640;
  choose();
}
