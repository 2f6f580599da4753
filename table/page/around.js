// Around the table: what is on, what somebody wishes, what can be done besides playing.
import { html, nothing } from "/page/lit-html.js";
import * as drag from "/page/drag.js";
import { remember, remembered } from "/page/link.js";

// What is on, in a sentence.
export function status({ hello, seen, sent }) {
  if (seen.extra.fault) return `The rules go wrong here: ${seen.extra.fault}`;
  if (seen.over) {
    const winners = seen.over.winners.map((one) => hello.players[one]);
    return winners.length === 0 ? "The game is over; nobody wins." : `The game is over: the win goes to ${listed(winners)}.`;
  }
  if (sent) return "Sent …";
  if (seen.ask) return "It is your turn.";
  const who = seen.scene.seats.filter((one) => one.decides).map((one) => one.name);
  // A name may stand for one or many (Ann, wolves), so no verb hangs on it.
  return who.length === 0 ? "" : `It is for ${listed(who)} to decide.`;
}

// How the game has ended, for whoever sits here.
export function ending({ hello, seen }, send) {
  if (!seen.over) return nothing;
  const { winners } = seen.over;
  const names = winners.filter((one) => one !== hello.you).map((one) => hello.players[one]);
  const you = hello.you !== null && winners.includes(hello.you);
  const words = winners.length === 0 ? "Nobody wins." : you ? `You win${names.length > 0 ? `, and so does ${listed(names)}` : ""}!` : `The win goes to ${listed(names)}.`;
  return html`<div class="ending ${you ? "won" : ""}"><p>${words}</p>
    ${hello.you !== null || hello.host ? html`<button type="button" class="main" @click=${() => send({ t: "again" })}>Play again</button>` : nothing}</div>`;
}

function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

// Somebody would like to take back an answer.
export function wish({ hello, seen }, send) {
  const { extra } = seen;
  if (extra.wish === null) return nothing;
  const who = hello.players[extra.wish];
  if (extra.wish === hello.you || hello.you === null || extra.agreed) return html`<p class="wish">Waiting whether all agree to take back an answer of ${who}.</p>`;
  return html`<p class="wish">${who} would like to take back an answer.
    <button type="button" @click=${() => send({ t: "agree", yes: true })}>Fine</button>
    <button type="button" @click=${() => send({ t: "agree", yes: false })}>No</button></p>`;
}

// What can be done besides playing.
export function tools({ hello, seen }, { send, draw }) {
  const plays = hello.you !== null;
  const keeps = remembered();
  return html`<p class="tools">
    ${plays ? html`<button type="button" class="quiet" @click=${() => send({ t: "undo" })}>Take back</button>` : nothing}
    <button type="button" class="quiet" @click=${() => send({ t: "record" })}>Save as a script</button>
    ${plays ? html`<label><input type="checkbox" .checked=${drag.wanted()} @change=${(event) => { drag.want(event.target.checked); draw(); }}> Pieces can be dragged</label>` : nothing}
    ${keeps === null ? nothing : html`<label><input type="checkbox" .checked=${keeps} @change=${(event) => { remember(event.target.checked); draw(); }}> Remember my place on this device</label>`}
  </p>`;
}
