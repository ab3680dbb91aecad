/* The drawing of one motion: signals over time, aligned at the contact, and a close look at it. */
const closeUp = [-0.04, 0.11];

/* Base 64 of 16-bit numbers, with what `trace` says of their count, times and scale, to times and values. */
function decode(line, traces, tick) {
  const text = atob(line);
  let place = 0;
  const next = () => { const value = text.charCodeAt(place) | (text.charCodeAt(place + 1) << 8); place += 2; return value; };
  return traces.map((trace) => {
    if (trace === null) return null;
    const [count, hasTimes, start, step, scale] = trace;
    const slots = Array.from({ length: count }, () => (next() << 16) >> 16);
    const ticks = hasTimes ? Array.from({ length: count }, next) : null;
    const samples = { times: [], values: [], step };
    slots.forEach((slot, index) => {
      if (slot === -32768) return;
      samples.times.push(start + (ticks ? ticks[index] * tick : index * step));
      samples.values.push(slot === -32767 ? NaN : slot * scale);
    });
    return samples;
  });
}

/* Round values within a range, at most so many. */
function ticks(low, high, most) {
  let step = 10 ** Math.floor(Math.log10((high - low) / most));
  for (const factor of [1, 2, 5, 10]) {
    if (Math.floor(high / (step * factor)) - Math.ceil(low / (step * factor)) < most) { step *= factor; break; }
  }
  const values = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; index += 1) values.push(index * step);
  return { values, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

/* The lowest and highest value within a stretch of time, with zero and some room. */
function reach(samples, [from, to]) {
  let [low, high] = [0, 0];
  samples.times.forEach((time, index) => {
    const value = samples.values[index];
    if (time < from || time > to || Number.isNaN(value)) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  });
  const room = (high - low || 1) * 0.06;
  return [low - room, high + room];
}

/* A line through samples, broken where they are: two lost ones make no gap, as where the recording was read. */
function path(samples, [from, to], x, y) {
  let text = "";
  let last = -Infinity;
  samples.times.forEach((time, index) => {
    if (time < from || time > to) return;
    const value = samples.values[index];
    if (Number.isNaN(value)) { last = -Infinity; return; }
    text += `${time - last > 3.05 * samples.step ? "M" : "L"}${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
    last = time;
  });
  return text;
}

const inset = { left: 40, right: 8 };

/* One panel: its title, grid, line, and the moments within it. Draws into `svg` and returns its scales. */
function panel(svg, { title, samples, span, top, height, width, domain, isZoomed, titleY = top - 7 }) {
  const x = (time) => inset.left + ((time - span[0]) / (span[1] - span[0])) * (width - inset.left - inset.right);
  const [low, high] = domain ?? reach(samples, span);
  const y = (value) => top + height - ((value - low) / (high - low)) * height;
  if (isZoomed) {
    svg.append(drawing("rect", { class: "zoom", x: x(closeUp[0]), y: top, width: x(closeUp[1]) - x(closeUp[0]), height }));
  }
  const marks = ticks(low, high, 5);
  for (const value of marks.values) {
    const isZero = Math.abs(value) < 1e-9;
    svg.append(
      drawing("path", { class: isZero ? "zero" : "grid", d: `M${inset.left} ${y(value).toFixed(1)}H${width - inset.right}` }),
      drawing("text", { class: "tick", x: inset.left - 6, y: (y(value) + 4).toFixed(1) }, value.toFixed(marks.decimals).replace(/^-0(\.0+)?$/, "0").replace("-", "−")));
  }
  svg.append(drawing("text", { class: "title", x: inset.left, y: titleY }, title));
  svg.append(drawing("path", { class: "signal", d: path(samples, span, x, y) }));
  return { x, y, top, bottom: top + height };
}

function timeAxis(svg, span, scales, width) {
  const marks = ticks(span[0] * 1000, span[1] * 1000, width > 500 ? 9 : 6);
  const y = scales.bottom;
  for (const value of marks.values) {
    const x = scales.x(value / 1000);
    svg.append(drawing("path", { class: "zero", d: `M${x.toFixed(1)} ${y}v5` }));
    svg.append(drawing("text", { class: "below", x: x.toFixed(1), y: y + 17 }, `${Math.round(value)}${Math.round(value) === 0 ? " ms" : ""}`.replace("-", "−")));
  }
}

/* A line at a moment, with its name beside it where there is room. */
function mark(svg, panels, time, span, { kind, name, y, isLeft }) {
  if (time === null || time === undefined || time < span[0] || time > span[1]) return;
  const x = panels[0].x(time);
  svg.append(drawing("path", { class: `event ${kind}`, d: panels.map(({ top, bottom }) => `M${x.toFixed(1)} ${top}V${bottom}`).join("") }));
  if (name) svg.append(drawing("text", { class: isLeft ? "name end" : "name", x: (x + (isLeft ? -4 : 4)).toFixed(1), y }, name));
}

/* All panels of a motion as one picture. `domains` has ranges to share between pictures. */
function figure(event, data, width, words, domains) {
  const [raw, filtered, rotation] = event.samples ??= decode(event.line, event.traces, data.tick);
  const span = data.window;
  const svg = drawing("svg", { class: "plot", role: "img", "aria-label": words });
  const axis = data.axis === "any" ? "all axes" : data.axis;
  let top = 36;
  const panels = [];
  const isNarrow = width < 335;
  const along = "rotation along gravity";
  const { peak: peakName, otherwise, direction, rotation: turning } = data.words;
  const where = direction !== null && !isNarrow ? ` ${direction}` : "";
  for (const [samples, title, height, index] of [
    [raw, `acceleration${where} (raw, ${axis}), ${data.units.acceleration}`, 84, 0], [filtered, `the shock alone (high-passed, ${axis}), ${data.units.acceleration}`, 62, 1],
    [rotation, `${isNarrow || turning === null ? along : `${turning} (${along})`}, ${data.units.rotation}`, 84, 2],
  ]) {
    if (!samples) continue;
    panels.push(panel(svg, { title, samples, span, top, height, width, domain: domains?.[index], isZoomed: Boolean(raw) }));
    top += height + 26;
  }
  if (panels.length > 0) {
    const { start, peak } = event.marks;
    mark(svg, panels, start, span, { kind: "start", name: "start", y: 12, isLeft: true });
    mark(svg, panels, peak ?? 0, span, { kind: "peak", name: peak === null ? otherwise : peakName, y: 12 });
    mark(svg, panels, event.annotation?.start, span, { kind: "truth" });
    mark(svg, panels, event.annotation?.contact, span, { kind: "truth" });
    timeAxis(svg, span, panels[panels.length - 1], width);
    top += 22;
  }
  if (raw) top = drawCloseUp(svg, event, raw, { data, width, top, domain: domains?.[0] });
  svg.setAttribute("viewBox", `0 0 ${width} ${Math.round(top)}`);
  return svg;
}

/* The contact at full rate, with what a sensor of some 100 Hz would have delivered of it. */
function drawCloseUp(svg, event, raw, { data, width, top, domain }) {
  const kept = event.samples[3];
  const unit = data.units.acceleration;
  const title = kept ? `close up: as recorded, and as at ${Math.round(event.coarse.rate)} Hz, ${unit}` : `close up, ${unit}`;
  const scales = panel(svg, { title, samples: raw, span: closeUp, top: top + 15, titleY: top - 7, height: 100, width, domain: domain ?? reach(raw, closeUp) });
  const { onset, peak } = event.marks;
  const isWithin = (time) => time >= closeUp[0] && time <= closeUp[1];
  if (kept) {
    svg.append(drawing("path", { class: "coarse", d: path(kept, closeUp, scales.x, scales.y) }));
    kept.times.forEach((time, index) => {
      if (!isWithin(time) || Number.isNaN(kept.values[index])) return;
      svg.append(drawing("circle", { class: "point", r: 3.4, cx: scales.x(time).toFixed(1), cy: scales.y(kept.values[index]).toFixed(1) }));
    });
  }
  if (!raw.times.some((time, index) => isWithin(time) && !Number.isNaN(raw.values[index]))) {
    svg.append(drawing("text", { class: "below", x: scales.x((closeUp[0] + closeUp[1]) / 2).toFixed(1), y: scales.top + 54 }, "no samples here"));
  }
  mark(svg, [scales], onset, closeUp, { kind: "onset", name: "onset", y: top + 10, isLeft: true });
  mark(svg, [scales], peak, closeUp, { kind: "peak", name: data.words.peak, y: top + 10 });
  mark(svg, [scales], event.annotation?.contact, closeUp, { kind: "truth" });
  timeAxis(svg, closeUp, scales, width);
  return scales.bottom + 26;
}
