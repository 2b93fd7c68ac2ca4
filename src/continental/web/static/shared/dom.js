/**
 * Trees of plain objects brought to the screen with the nodes that are there already, so that focus, scroll
 * and typing stay.
 */

const SVG = "http://www.w3.org/2000/svg";
const LIVE = new Set(["disabled", "checked", "hidden", "open"]);

/**
 * @typedef {{tag: string, key: string|undefined, props: Object<string, any>, kids: (Tree|string)[]}} Tree
 */

/**
 * One element: `h("p", {class: "note"}, "text")`. Kids that are null, undefined, false or "" are left out.
 * @param {string} tag
 * @param {Object<string, any>|null} [props] attributes, `key`, `style` (custom properties), `onclick` and its
 *   like
 * @param {...any} kids
 * @returns {Tree}
 */
export function h(tag, props, ...kids) {
  const given = props || {};
  const real = kids
    .flat(Infinity)
    .filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== "")
    .map((kid) => (typeof kid === "number" ? String(kid) : kid));
  return { tag, key: given.key, props: given, kids: real };
}

/** Bring the children of `parent` to what `kids` says; a focused node that stays keeps its focus. */
export function show(parent, kids) {
  const focused = /** @type {(HTMLElement & {disabled?: boolean})|null} */ (document.activeElement);
  const home = focused && focused !== document.body ? focused.closest("[data-home]") : null;
  const place = home ? landings(home).indexOf(focused) : -1;
  patch(parent, kids.filter(Boolean), false);
  if (!focused || focused === document.activeElement || focused === document.body) return;
  if (focused.isConnected && !focused.disabled) focused.focus({ preventScroll: true });
  else if (home && home.isConnected)
    (landings(home)[Math.min(place, landings(home).length - 1)] || home).focus({ preventScroll: true });
}

// Where what had the focus is gone, its neighbour gets it, or the region that it was in, rather than the
// top of the page.
const landings = (home) => [...home.querySelectorAll("[data-landing]")];

function nameOf(kid, place) {
  if (typeof kid === "string") return `#${place}`;
  return kid.key === undefined ? `${kid.tag}@${place}` : `${kid.tag}:${kid.key}`;
}

function patch(parent, kids, inSvg) {
  const there = new Map();
  for (const node of [...parent.childNodes]) {
    if (node.mine === undefined) parent.removeChild(node);
    else there.set(node.mine, node);
  }
  const names = kids.map(nameOf);
  const wanted = new Set(names);
  for (const [name, node] of there) if (!wanted.has(name)) parent.removeChild(node);
  let at = parent.firstChild;
  kids.forEach((kid, place) => {
    const node = there.get(names[place]) || make(kid, inSvg);
    node.mine = names[place];
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
    if (typeof kid === "string") {
      if (node.nodeValue !== kid) node.nodeValue = kid;
      return;
    }
    dress(node, kid.props);
    patch(node, kid.kids, inSvg || kid.tag === "svg");
  });
}

function make(kid, inSvg) {
  if (typeof kid === "string") return document.createTextNode(kid);
  return inSvg || kid.tag === "svg"
    ? document.createElementNS(SVG, kid.tag)
    : document.createElement(kid.tag);
}

function dress(node, props) {
  const before = node.worn || {};
  for (const name of Object.keys(before)) if (!(name in props)) put(node, name, undefined);
  for (const [name, value] of Object.entries(props)) {
    if (name === "key" || before[name] === value) continue;
    put(node, name, value);
  }
  node.worn = props;
}

function put(node, name, value) {
  if (name.startsWith("on")) node[name] = value || null;
  else if (LIVE.has(name)) node[name] = Boolean(value);
  else if (name === "style")
    for (const [key, text] of Object.entries(value || {})) node.style.setProperty(key, text);
  else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}
