/* The table of recordings: each heading sorts, a search and a choice of states filter. */
{
  const table = byID("recording-table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const controls = byID("recording-controls");
  const count = byID("recording-count");
  const warnings = heads.findIndex((head) => head.textContent === "Warnings");
  rows.forEach((row, index) => { row.sortIndex = index; });

  const key = (row, column) => {
    const cell = row.cells[column];
    if (heads[column].classList.contains("number")) return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
    return cell.textContent === "" ? null : cell.textContent;
  };
  /* What is missing comes last, whichever way the rest goes. */
  function sort(column, direction) {
    const sorted = rows.map((row) => [key(row, column), row]).sort(([first, a], [second, b]) => {
      if (first === null || second === null) return (first === null) - (second === null) || a.sortIndex - b.sortIndex;
      const order = typeof first === "number" ? first - second : first.localeCompare(second, "en", { numeric: true });
      return order * direction || a.sortIndex - b.sortIndex;
    });
    body.append(...sorted.map(([, row]) => row));
  }
  heads.forEach((head, column) => {
    const button = element("button", { type: "button" }, ...head.childNodes);
    head.append(button);
    /* Chromium would repeat a header of buttons on the next sheet of paper as an empty block. */
    addEventListener("beforeprint", () => head.replaceChildren(...button.childNodes));
    addEventListener("afterprint", () => { button.append(...head.childNodes); head.append(button); });
    button.addEventListener("click", () => {
      const isUp = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      sort(column, isUp ? 1 : -1);
    });
  });

  function filter() {
    const { text, state, warned } = controls.elements;
    const wanted = text.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !(
        row.textContent.toLowerCase().includes(wanted) && (state.value === "" || row.dataset.state === state.value)
        && (!warned.checked || (warnings >= 0 && key(row, warnings) > 0)));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${table.dataset.total} recordings shown`;
  }
  controls.addEventListener("input", filter);
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.hidden = rows.length < 2;
  if (rows.length > 1) filter();
}
