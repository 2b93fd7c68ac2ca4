/** The elements that the server has written into the page, by type. */

/**
 * Return the element of this id, which the page's template always has.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind] its class, if more than HTMLElement is needed
 * @returns {Kind}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind || HTMLElement))) throw new TypeError(`the page has no #${id}`);
  return /** @type {Kind} */ (found);
}

/**
 * Return what the server wrote into a data attribute that the page's template always has.
 * @param {HTMLElement} element
 * @param {string} name as in `dataset`
 * @returns {string}
 */
export function given(element, name) {
  const value = element.dataset[name];
  if (value === undefined) throw new TypeError(`the page has no data for ${name}`);
  return value;
}

/**
 * Return every element that the selector finds, in the page's order.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
export const findAll = (selector, within = document) => [
  .../** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll(selector)),
];

/**
 * Return the first element that the selector finds, or null.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement|null}
 */
export const find = (selector, within = document) => within.querySelector(selector);
