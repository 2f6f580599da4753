// What the page of a rule document does inside the editor. It runs in the page; `acquireVsCodeApi` is the editor's.

function bridge() {
  const editor = acquireVsCodeApi();
  // The place nearest above a line, of what can be seen.
  const nearest = (file, line) => {
    let best;
    for (const one of document.querySelectorAll("[data-at]")) {
      const [of, at] = one.dataset.at.split(":").map(Number);
      if (of === file && at <= line && (!best || at >= best.at)) best = { one, at };
    }
    let found = best?.one;
    while (found?.closest("details:not([open])")) found = found.closest("details:not([open])").parentElement.closest("[data-at]");
    return found;
  };
  addEventListener("click", (event) => {
    if (event.target.closest("a, summary, input, button")) return;
    const place = event.target.closest("[data-at]");
    if (place) editor.postMessage({ at: place.dataset.at });
  });
  addEventListener("message", ({ data }) => {
    document.querySelectorAll(".here").forEach((one) => one.classList.remove("here"));
    const found = nearest(data.file, data.line);
    found?.classList.add("here");
    found?.scrollIntoView({ block: "nearest" });
  });
  // A page that was written anew is looked at where the one before it was.
  const folds = [...document.querySelectorAll("details")];
  const before = editor.getState();
  if (before?.open.length === folds.length) folds.forEach((one, index) => (one.open = before.open[index]));
  if (before) scrollTo(0, before.from);
  const keep = () => editor.setState({ from: scrollY, open: folds.map((one) => one.open) });
  addEventListener("scroll", keep, { passive: true });
  addEventListener("toggle", keep, true);
}

const LOOKS = "[data-at] { cursor: pointer } .here { outline: 2px solid currentColor; outline-offset: 4px }";

const BRIDGE = `(${bridge})()`;

// The page with that script, and no other than its own: whatever the rules say, nothing else runs and nothing is fetched.
function safe(html, script) {
  const nonce = Array.from({ length: 32 }, () => Math.floor(Math.random() * 36).toString(36)).join("");
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`;
  return html
    .replaceAll("<script>", () => `<script nonce="${nonce}">`)
    .replace("<head>", () => `<head><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${LOOKS}</style>`)
    .replace("</body>", () => `<script nonce="${nonce}">${script}</script></body>`);
}

module.exports = { BRIDGE, safe };
