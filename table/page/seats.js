// Who plays at which seat, and the links that lead there: bots take seats over and give them back, the host has new links made.
import { html, nothing } from "/page/lit-html.js";
import { given, linkOf } from "/page/link.js";
import { colour } from "/page/things.js";

const LEVELS = [["easy", "easy"], ["medium", "medium"], ["strong", "strong"], ["random", "plays anything"]];
// Which new link waits to be confirmed, and which one was copied last.
const asks = { renew: undefined, copied: undefined };

// Whether there is anything here for whoever sits in front of this page.
export const shown = (hello) => hello.host === true || (hello.host === false && hello.you !== null);

export function seats({ hello, seen }, { send, draw }) {
  const { bots } = seen.extra;
  const links = hello.host && window.parent === window;
  const row = (name, seat) => html`<li>
      <p class="whose"><i class="swatch ${colour(seat)}"></i> <b>${name}</b>${seat === hello.you ? " (you)" : ""}${bots[seat] ? html`: a bot${sort(bots[seat])}` : nothing}</p>
      ${hello.host || seat === hello.you ? plays(name, seat, bots[seat], seat === hello.you, send) : nothing}
      ${links ? link(name, seat, { send, draw }) : nothing}</li>`;
  return html`<ul class="players">${hello.players.map(row)}
    ${links ? html`<li><p class="whose"><b>To look on</b></p>${link("those who look on", null, { send, draw })}</li>` : nothing}</ul>
    ${links ? html`<p class="hint">Whoever has a link has the seat, so give each to one person. You see a link once; if it is lost or in wrong hands, make a new one.</p>` : nothing}`;
}

const sort = (level) => (LEVELS.some(([one]) => one === level) && level !== "random" ? `, ${level}` : "");

function plays(name, seat, bot, own, send) {
  if (bot) return html`<button type="button" class="quiet" @click=${() => send({ t: "bot", seat, level: null })}>${own ? "Play myself again" : `Let ${name} play`}</button>`;
  const sits = (event) => {
    event.preventDefault();
    send({ t: "bot", seat, level: event.target.elements.level.value });
  };
  return html`<form class="sits" @submit=${sits}><button type="submit" class="quiet">Let a bot play${own ? " for me" : ""}</button>
    <select name="level" aria-label="How well the bot plays for ${name}">${LEVELS.map(([value, words]) => html`<option value=${value} ?selected=${value === "medium"}>${words}</option>`)}</select></form>`;
}

function link(name, seat, { send, draw }) {
  const known = given()[seat ?? "look"];
  const set = (changes) => {
    Object.assign(asks, changes);
    draw();
  };
  if (asks.renew === seat) {
    return html`<p class="sure">The old link ends, and whoever came with it is sent away.
      <button type="button" class="quiet" @click=${() => set({ renew: undefined }, send({ t: "renew", seat }))}>Make the new link</button>
      <button type="button" class="quiet" @click=${() => set({ renew: undefined })}>Keep the old one</button></p>`;
  }
  return html`${known ? html`<p class="link"><input readonly aria-label="The link for ${name}" .value=${linkOf(known)} @focus=${(event) => event.target.select()}>
      <button type="button" class="quiet" aria-label=${asks.copied === seat ? "Copied" : `Copy the link for ${name}`} @click=${(event) => set({ copied: copy(event) ? seat : undefined })}>${asks.copied === seat ? "Copied" : "Copy"}</button></p>` : nothing}
    <button type="button" class="quiet" @click=${() => set({ renew: seat })}>New link for ${name}</button>`;
}

// Without the clipboard of pages that came over an encrypted connection, which most tables are not.
function copy(event) {
  event.target.closest(".link").querySelector("input").select();
  return document.execCommand("copy");
}

// Above the question: your own seat is not yours now.
export function takenOver({ hello, seen }, send) {
  const bot = hello.host !== undefined && hello.you !== null && seen.extra.bots[hello.you];
  if (!bot) return nothing;
  return html`<p class="wish">A bot plays for you. <button type="button" @click=${() => send({ t: "bot", seat: hello.you, level: null })}>Play myself again</button></p>`;
}
