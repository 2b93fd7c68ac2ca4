/**
 * A notice of the system for one's own turn and nothing else, where its owner asked for it and looks at
 * something else.
 */

const MINE = "continental-turn";

/** Ask the browser's leave; whether it was given. */
export async function askLeave() {
  try {
    return (await Notification.requestPermission()) === "granted";
  } catch {
    return false;
  }
}

/** Say that it is one's turn, where the page is not looked at. @param {string} title @param {string} body */
export async function notify(title, body) {
  if (
    !("Notification" in window) ||
    Notification.permission !== "granted" ||
    document.visibilityState === "visible"
  )
    return;
  const what = { body, tag: MINE, icon: new URL("../shared/icons/icon-192.png", import.meta.url).href };
  try {
    const notice = new Notification(title, what);
    notice.onclick = () => (window.focus(), notice.close());
  } catch {
    // phones allow it to the installed app alone
    const kept = await navigator.serviceWorker?.getRegistration();
    if (kept) kept.showNotification(title, what);
  }
}
