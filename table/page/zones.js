// What lies at the table besides boards: places with what lies there, seats with what they have, things that can be clicked.
import { html, nothing } from "/page/lit-html.js";
import * as drag from "/page/drag.js";
import * as motion from "/page/motion.js";
import { card, colour, hidden } from "/page/things.js";

// How it is drawn from `state`; `press` is called with what is clicked.
export function zones(state, press) {
  // A thing that can be clicked: what is shown of it, and how it is read aloud.
  function button({ shown, label, piece, look }, place) {
    const keys = [piece.thing === null ? null : `thing${piece.thing}`, place].filter(Boolean);
    const mark = marked(keys);
    const about = { keys, words: [piece.words] };
    const drags = mark && state.picks.isWay && drag.wanted() ? "drags" : "";
    return html`<button type="button" class="thing ${look} ${mark} ${drags}" .press=${about} data-sign=${motion.signOf(piece)} aria-label=${[label, spoken(mark)].filter(Boolean).join(", ")}
      @click=${() => press(about)}>${shown}</button>`;
  }

  function marked(keys) {
    if (!state.picks || state.sent) return "";
    if (keys.some((one) => state.picks.chosen().has(one))) return "chosen";
    return keys.some((one) => state.picks.lit().has(one)) ? "lit" : "";
  }

  const spoken = (mark) => ({ chosen: "chosen", lit: "may be chosen" })[mark] ?? "";

  function spot(one, level = 3) {
    const place = `place${one.place}`;
    const mark = marked([place]);
    const things = one.open ?? one.pile ?? (one.top ? [one.top] : []);
    const about = { keys: [place], words: [one.name] };
    return html`<div class="zone ${state.fresh.has(one.place) ? "fresh" : ""}" data-place=${one.place} .press=${about}>
      <div class="head" role="heading" aria-level=${level}>${mark ? html`<button type="button" class="thing bare ${mark}" @click=${() => press(about)}>${one.name}</button>` : one.name}</div>
      <div class="things">${one.hidden ? hidden(one) : nothing}
      ${things.map((piece) => card(piece, (shown) => button(shown, place)))}</div>
    </div>`;
  }

  const value = ({ name, value }) =>
    html`<span class="value">${value === true ? name : value === false ? html`not ${name}` : name === "" ? html`<b>${value}</b>` : html`${name}: <b>${value}</b>`}</span>`;

  function seat(one) {
    const mark = marked([`player${one.seat}`]);
    const own = one.seat === state.hello.you;
    const bot = state.seen.extra.bots[one.seat];
    const name = html`<i class="swatch ${colour(one.seat)}"></i> ${one.name}${own ? " (you)" : bot ? " (bot)" : ""}`;
    return html`<section class="seat ${one.decides ? "decides" : ""} ${own ? "own" : ""}" aria-label=${one.name}>
      <h2>${mark ? html`<button type="button" class="thing bare ${mark}" @click=${() => press({ keys: [`player${one.seat}`], words: [one.name] })}>${name}</button>` : name}
        ${one.decides ? html`<span class="turn">${own ? "your turn" : "to decide"}</span>` : nothing}</h2>
      ${one.values.length > 0 ? html`<p class="values">${one.values.map(value)}</p>` : nothing}
      ${one.spots.map((each) => spot(each))}
    </section>`;
  }

  // Places that may be chosen and hold nothing, so that nobody sees them elsewhere.
  function unseen() {
    if (!state.picks || state.sent) return nothing;
    const { scene } = state.seen;
    const drawn = new Set(scene.boards.flatMap((one) => one.places.map((place) => `place${place}`)));
    for (const one of [...scene.common, ...scene.seats.flatMap((seat) => seat.spots)]) drawn.add(`place${one.place}`);
    const lit = state.picks.lit();
    const missing = state.picks.question.references.filter((one) => one.place !== undefined && lit.has(`place${one.place}`) && !drawn.has(`place${one.place}`));
    if (missing.length === 0) return nothing;
    return html`<div class="zone"><div class="head" role="heading" aria-level="2">Empty places</div><div class="things">${missing.map((one) => html`
      <button type="button" class="thing card lit" .press=${{ keys: [`place${one.place}`], words: [one.words] }} @click=${() => press({ keys: [`place${one.place}`], words: [one.words] })}>${one.words}</button>`)}</div></div>`;
  }

  return { button, seat, spoken, spot, unseen, value };
}
