const byID = (id) => document.getElementById(id);

/* An element with attributes and children. Texts become text nodes, so that no name is ever markup. */
function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}
function drawing(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}
function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/* Numbers with so many significant digits and a true minus sign; in a column of any numbers without zeros at the end. */
function number(value, digits = 3, isBare = false) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  /* What rounds up to the next power of ten has a digit less after the point. */
  const decimals = size === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(size * (1 + 5 * 10 ** -(digits + 1)))));
  const text = size !== 0 && (size >= 1e6 || size < 1e-4) ? value.toExponential(digits - 1) : value.toFixed(Math.min(decimals, 12));
  return (isBare && text.includes(".") && !text.includes("e") ? text.replace(/\.?0+$/, "") : text).replace("-", "−");
}

/* No certainty that the model does not have. */
const chance = (value) =>
  value === null ? "–" : value > 0.999 ? "> 0.999" : value < 0.001 ? "< 0.001" : value.toFixed(3);

/* Paper explains the words without a click, on its last sheet. */
{
  const words = byID("words");
  if (words) {
    const place = document.createComment("");
    let wasOpen = words.open;
    addEventListener("beforeprint", () => {
      wasOpen = words.open;
      words.open = true;
      words.replaceWith(place);
      document.querySelector("main").append(words);
    });
    addEventListener("afterprint", () => {
      place.replaceWith(words);
      words.open = wasOpen;
    });
  }
}

/* Dark or light: as the device has it until the button says otherwise. */
{
  const button = byID("theme");
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  const show = () => { button.textContent = isDark() ? "Light colours" : "Dark colours"; };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  button.hidden = false;
  show();
}
