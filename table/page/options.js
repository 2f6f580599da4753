// The question, and everything that may be answered as a list: whatever can be clicked on the table stands here, too.
import { html, nothing } from "/page/lit-html.js";

// A long list is folded: the table is quicker then.
const SHORT = 12;

// What is asked is the first sentence; what else the rule says of it stands below it.
export function sentences(prompt) {
  const end = prompt.search(/[.!?…]\s+\p{Lu}/u);
  return end < 0 ? [prompt, ""] : [prompt.slice(0, end + 1), prompt.slice(end + 1).trim()];
}

export function question(ask, picks, { answer, done, clear, popup }) {
  if (!ask) return nothing;
  const { prompt, words } = ask.of;
  const [asked, more] = sentences(prompt);
  const live = popup ?? picks.live();
  const whole = picks.whole();
  const row = (number, index) => html`<li><button type="button" class="option" @click=${() => answer(number)}>
      ${index < 9 ? html`<kbd>${index + 1}</kbd>` : nothing}<bdi>${words[number]}</bdi></button></li>`;
  const list = html`<ol class="options">${live.map(row)}</ol>`;
  return html`<section class="question" aria-label="Your turn">
    <h2 class="prompt" tabindex="0">${asked}</h2>${more ? html`<p class="more" tabindex="0">${more}</p>` : nothing}
    ${picks.isSet ? html`<p class="set"><button type="button" class="main" ?disabled=${whole === null} @click=${() => done(whole)}>
        Done${picks.picked.length > 0 ? html` with ${picks.words().join(", ")}` : nothing}</button></p>` : nothing}
    ${picks.picked.length > 0 ? html`<p class="picked">${picks.isSet ? nothing : html`Chosen: ${picks.words().join(", ")}`}
        <button type="button" class="quiet" @click=${clear}>Begin anew</button></p>` : nothing}
    ${live.length > SHORT ? html`<details><summary>All ${live.length} options</summary>${list}</details>` : list}
  </section>`;
}
