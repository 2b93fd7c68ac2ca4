/**
 * Styles that a part of the page brings with it when it is loaded; they are there before the part is shown.
 */

/**
 * @param {string} name a file beside this one, such as `seldom.css`; asked for again, it is not loaded again
 */
export function styled(name) {
  const address = new URL(name, import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === address)) return Promise.resolve();
  return new Promise((loaded) => {
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: address,
      onload: loaded,
      onerror: loaded,
    });
    document.head.append(link);
  });
}
