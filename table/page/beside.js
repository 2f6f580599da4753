// Beside the table: what happened, line by line, and the rules, of which the part is marked that asks.
import { html, nothing } from "/page/lit-html.js";

const MOST_TOLD = 300;

export function story(lines) {
  return html`<div class="story" role="log" aria-live="polite" aria-label="What happened" tabindex="0">
    ${lines.slice(-MOST_TOLD).map((line) => (line.trim() ? html`<p class=${/^\s/.test(line) ? "inner" : "head"}>${line.trim()}</p>` : nothing))}
  </div>`;
}

// What is shown of it below the question on small screens.
export function justNow(lines) {
  const told = lines.map((line) => line.trim()).filter(Boolean);
  return told.length === 0 ? nothing : html`<div class="news" role="group" aria-label="Just now">${told.map((line) => html`<p>${line}</p>`)}</div>`;
}

export function tab(state, draw, name, words) {
  return html`<button type="button" role="tab" id="tab-${name}" aria-selected=${state.tab === name} aria-controls="panel-${name}"
    @click=${() => { state.tab = name; draw(); }}>${words}</button>`;
}

// In the rules beside the table the part is marked that asks; whoever reads elsewhere is not moved until another part asks.
export function markPart(root, ask) {
  const page = root.querySelector("#panel-rules iframe")?.contentDocument;
  const part = ask?.of?.part && page?.getElementById(ask.of.part);
  if (!part || part.getAttribute("aria-current")) return;
  for (const one of page.querySelectorAll("[aria-current]")) {
    one.removeAttribute("aria-current");
    one.style.outline = "";
  }
  part.setAttribute("aria-current", "true");
  part.style.outline = "3px solid currentColor";
  part.style.outlineOffset = ".4rem";
  part.scrollIntoView({ block: "start" });
}
