/**
 * The worker that counts hands on this device: Python as WebAssembly, running the very modules that the
 * server counts by. It is told
 * where they are, once; then each message is a hand, answered with what the server would have answered.
 */

let ready = null;

async function start({ runtime, ours }) {
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const [python, modules] = await Promise.all([
    loadPyodide({ indexURL: runtime }),
    fetch(ours).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(modules, "zip", { extractDir: "/ours" });
  return python.runPython(
    "import sys; sys.path.append('/ours'); from continental.scorepad.count_away import answer; answer",
  );
}

self.addEventListener("message", async ({ data }) => {
  if (data.start) ready = start(data.start);
  const answered = ready.then((answer) => (data.wish ? JSON.parse(answer(JSON.stringify(data.wish))) : null));
  self.postMessage(
    await answered.then(
      (answer) => ({ id: data.id, answer }),
      (fault) => ({ id: data.id, fault: String(fault) }),
    ),
  );
});
