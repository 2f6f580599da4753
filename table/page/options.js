// The question, and everything that may be answered as a list: whatever can be clicked on the table stands here, too.
import { html, nothing } from "/page/lit-html.js";

// A long list is folded: the table is quicker then.
const SHORT = 12;

// What is asked is the first sentence; what else the rule says of it stands below it.
export function sentences(prompt) {
  const end = prompt.search(/[.!?…]\s+\p{Lu}/u);
  return end < 0 ? [prompt, ""] : [prompt.slice(0, end + 1), prompt.slice(end + 1).trim()];
}

// The rows of the list: the options that are left, those that differ by a number alone as one row if none of them is missing.
export function rows(live, amounts) {
  const left = new Set(live);
  const all = ({ first, last }) => Array.from({ length: last - first + 1 }, (_, step) => first + step).every((number) => left.has(number));
  const told = amounts.filter(all);
  const within = (number) => told.find(({ first, last }) => first <= number && number <= last);
  return live.map((number) => [number, within(number)]).filter(([number, one]) => !one || one.first === number).map(([number, one]) => one ?? number);
}

// One row for many amounts: whoever answers says how much.
function amount(one, first, answer) {
  const { before, after, least, greatest, step } = one;
  const give = (event) => {
    event.preventDefault();
    const wanted = event.target.elements.amount.valueAsNumber;
    answer(one.first + (wanted - least) / step);
  };
  const steps = step === 1 ? "" : `, in steps of ${step}`;
  return html`<form class="amount" @submit=${give}>
    <label>${first}<bdi>${before}</bdi><input name="amount" type="number" inputmode=${least < 0 ? "text" : "numeric"} required autocomplete="off"
      aria-label="${before}… ${after}" min=${least} max=${greatest} step=${step} value=${least}><bdi>${after}</bdi>
      <span class="range">(${least} to ${greatest}${steps})</span></label>
    <button type="submit" class="main">OK</button></form>`;
}

export function question(ask, picks, { answer, done, clear, popup }) {
  if (!ask) return nothing;
  const { prompt, words } = ask.of;
  const [asked, more] = sentences(prompt);
  const live = popup ?? picks.live();
  const whole = picks.whole();
  const left = rows(live, ask.of.amounts);
  const row = (one, index) => {
    const number = index < 9 ? html`<kbd>${index + 1}</kbd>` : nothing;
    return html`<li>${Number.isInteger(one)
      ? html`<button type="button" class="option" @click=${() => answer(one)}>${number}<bdi>${words[one]}</bdi></button>`
      : amount(one, number, answer)}</li>`;
  };
  const list = html`<ol class="options">${left.map(row)}</ol>`;
  return html`<section class="question" aria-label="Your turn">
    <h2 class="prompt" tabindex="0">${asked}</h2>${more ? html`<p class="more" tabindex="0">${more}</p>` : nothing}
    ${picks.isSet ? html`<p class="set"><button type="button" class="main" ?disabled=${whole === null} @click=${() => done(whole)}>
        Done${picks.picked.length > 0 ? html` with ${picks.words().join(", ")}` : nothing}</button></p>` : nothing}
    ${picks.picked.length > 0 ? html`<p class="picked">${picks.isSet ? nothing : html`Chosen: ${picks.words().join(", ")}`}
        <button type="button" class="quiet" @click=${clear}>Begin anew</button></p>` : nothing}
    ${left.length > SHORT ? html`<details><summary>All ${live.length} options</summary>${list}</details>` : list}
  </section>`;
}
