/**
 * Whether an address reaches the machine alone on which it is opened, so that sending it to others is of no
 * use.
 */
export const isHereOnly = (address) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
