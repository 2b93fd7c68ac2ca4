/** The page without a connection: goes back to where one was as soon as the server answers. */

async function tryAgain() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // still no connection; asked again below
  }
}

document.getElementById("again")?.addEventListener("click", tryAgain);
addEventListener("online", tryAgain);
setInterval(tryAgain, 5000);
