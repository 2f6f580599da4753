// A table that is still to be set up: who plays, where bots sit, and the settings of the rules. Loaded only where it is needed.
import { html, nothing } from "/page/lit-html.js";
import { rules } from "/page/link.js";
import { colour } from "/page/things.js";

const PLAYS = [["", "a person"], ["easy", "an easy bot"], ["medium", "a medium bot"], ["strong", "a strong bot"], ["random", "a bot that plays anything"]];

export class Lobby {
  constructor(told, { send, draw }) {
    Object.assign(this, { told, send, draw, said: "", sent: false });
    this.players = told.players.map(({ name, bot }) => ({ name, bot: PLAYS.some(([level]) => level === bot) ? bot : bot ? "medium" : "" }));
    const first = this.players.findIndex((one) => one.bot === "");
    this.me = first < 0 ? null : first;
    this.settings = Object.fromEntries(told.settings.map((one) => [one.name, one.value]));
  }

  // It cannot be played so: why not.
  refused(why) {
    this.said = /[.!?]$/.test(why) ? why : `${why}.`;
    this.said = this.said.charAt(0).toUpperCase() + this.said.slice(1);
    this.sent = false;
  }

  add() {
    const names = new Set(this.players.map((one) => one.name.toLowerCase()));
    const name = this.told.names.find((one) => !names.has(one.toLowerCase())) ?? "";
    this.players.push({ name, bot: "" });
    this.draw();
  }

  remove(seat) {
    this.players.splice(seat, 1);
    if (this.me === seat) this.me = null;
    else if (this.me > seat) this.me -= 1;
    this.draw();
  }

  begin(event) {
    event.preventDefault();
    if (this.sent) return;
    this.sent = true;
    this.said = "";
    const changed = this.told.settings.filter((one) => String(this.settings[one.name]) !== one.usual);
    this.send({
      t: "begin",
      players: this.players.map(({ name, bot }) => ({ name: name.trim(), bot: bot || null })),
      settings: Object.fromEntries(changed.map((one) => [one.name, String(this.settings[one.name])])),
      me: this.me,
    });
    this.draw();
  }

  drawn(connected) {
    const { told, players } = this;
    return html`<header><h1>${told.title}</h1>
        ${connected ? nothing : html`<p class="lost" role="alert">The connection is lost; it comes back by itself.</p>`}</header>
      <main class="lobby"><form @submit=${(event) => this.begin(event)}>
        ${told.about ? html`<p>${told.about}</p>` : nothing}
        <p><a href=${rules()} target="_blank" rel="noopener">Read the rules</a> (opens beside this page)</p>
        <fieldset><legend>Who plays</legend>
          ${players.map((one, seat) => this.chair(one, seat))}
          ${players.length < told.most ? html`<button type="button" class="quiet" @click=${() => this.add()}>One more player</button>` : nothing}
          <p class="hint">${span(told)} can play. They sit in this order.</p>
          <label class="me"><input type="radio" name="me" .checked=${this.me === null} @change=${() => ((this.me = null), this.draw())}> I only look on</label>
        </fieldset>
        ${told.settings.length > 0 ? html`<fieldset><legend>Settings of the rules</legend>${told.settings.map((one) => this.setting(one))}</fieldset>` : nothing}
        ${this.said ? html`<p class="said" role="alert">${this.said}</p>` : nothing}
        <p><button type="submit" class="main" ?disabled=${this.sent}>Start</button></p>
        <p class="hint">Then you get a link for each of the others, to send to them.</p>
      </form></main>`;
  }

  chair(one, seat) {
    const called = one.name.trim() || `player ${seat + 1}`;
    const plays = (event) => {
      one.bot = event.target.value;
      if (one.bot && this.me === seat) this.me = null;
      this.draw();
    };
    return html`<div class="chair" role="group" aria-label="Seat ${seat + 1}">
      <i class="swatch ${colour(seat)}"></i>
      <input type="text" aria-label="Name of player ${seat + 1}" required maxlength=${this.told.longest} autocomplete="off" spellcheck="false" .value=${one.name}
        @input=${(event) => ((one.name = event.target.value), this.draw())}>
      <select aria-label="Who plays for ${called}" @change=${plays}>${PLAYS.map(([value, words]) => html`<option value=${value} ?selected=${one.bot === value} .selected=${one.bot === value}>${words}</option>`)}</select>
      ${one.bot ? nothing : html`<label class="me"><input type="radio" name="me" .checked=${this.me === seat} @change=${() => ((this.me = seat), this.draw())}> that is me</label>`}
      ${this.players.length > this.told.least ? html`<button type="button" class="quiet" aria-label="Without ${called}" @click=${() => this.remove(seat)}>Remove</button>` : nothing}
    </div>`;
  }

  setting(one) {
    const id = `setting-${one.name}`;
    const set = (event) => (this.settings[one.name] = event.target.value);
    const value = this.settings[one.name];
    const words = one.words.charAt(0).toUpperCase() + one.words.slice(1);
    const asked = one.range
      ? html`<input id=${id} type="number" required min=${one.range[0]} max=${one.range[1]} .value=${value} aria-describedby="about-${id}" @input=${set}>`
      : html`<select id=${id} aria-describedby="about-${id}" @change=${set}>${(one.choices ?? []).map(([written, said]) => html`<option value=${written} ?selected=${value === written}>${said}</option>`)}</select>`;
    const usual = one.choices?.find(([written]) => written === one.usual)?.[1] ?? one.usual;
    return html`<div class="setting"><label for=${id}>${words}</label> ${asked}
      <p class="hint" id="about-${id}">${one.doc ? `${one.doc} ` : ""}${one.range ? `From ${one.range[0]} to ${one.range[1]}; usually` : "Usually"} ${usual}.</p></div>`;
  }
}

function span({ least, most }) {
  if (least !== most) return `${least} to ${most}`;
  return least === 1 ? "One" : `Exactly ${least}`;
}
