// The table: everything that is seen comes from the last message of the server, and is drawn anew with each.
import { html, render, nothing } from "/page/lit-html.js";
import { ending, status, tools, wish } from "/page/around.js";
import { justNow, markPart, story, tab } from "/page/beside.js";
import { board } from "/page/board.js";
import { Connection } from "/page/connection.js";
import { Picks } from "/page/clicks.js";
import * as drag from "/page/drag.js";
import { give, key, renewed, rules, table } from "/page/link.js";
import * as motion from "/page/motion.js";
import { question } from "/page/options.js";
import { seats, shown, takenOver } from "/page/seats.js";
import { die } from "/page/things.js";
import { zones } from "/page/zones.js";

const root = document.getElementById("table");

const state = {
  hello: null,
  seen: null,
  story: [],
  picks: null,
  popup: null,
  connected: false,
  gone: false,
  said: "",
  sent: false,
  tab: "story",
  // The table as it is set up, before there is one.
  lobby: null,
  // It was set up here, just now.
  begun: false,
  // What has happened since the last answer that was given here.
  news: [],
  // Where something has come to lie just now.
  fresh: new Set(),
  // What was just dropped somewhere, which is seen already.
  dropped: null,
};
// Why nobody is let in here any more, by what the server closed with.
const GONE = {
  4003: "Nobody sits here with that link. Ask whoever opened the table for a new one.",
  4004: "This table cannot be played on.",
  4005: "So many look on here already that nobody else can. Try again later.",
};
// So many lines of what happened since somebody's last answer stand below the question on a phone, where all that happened is further down.
const NEWS = 4;
let connection = null;
const send = (message) => connection.send(message);
const { button, seat, spoken, spot, unseen, value } = zones(state, press);
const mark = () => markPart(root, state.seen?.ask);

function heard(message) {
  if (message.t === "hello") {
    state.lobby = null;
    // Rules and places may be others now; what is seen of them comes next.
    state.hello = message;
    state.seen = null;
    state.picks = null;
    state.fresh = new Set();
    return;
  }
  if (message.t === "lobby") return void setUp(message);
  if (message.t === "all") return seen(message);
  if (message.t === "stopped") state.stopped = message.why;
  else if (message.t === "elsewhere") state.elsewhere = true;
  else if (message.t === "no") say(message.why, (state.sent = false));
  else if (message.t === "said") say(message.why);
  else if (message.t === "why") say(message.section ? `${message.sentence} (Rules, ${message.section})` : message.sentence);
  else if (message.t === "link") renew(message);
  else if (message.t === "begun") {
    message.links.forEach(({ seat, key }) => give(seat, key));
    state.tab = "seats";
    state.begun = true;
  } else if (message.t === "refused") state.lobby?.refused(message.why);
  else if (message.t === "record") message.script ? download(message.script) : say(message.why);
  draw();
}

async function setUp(message) {
  const { Lobby } = await import("/page/lobby.js");
  // What was filled in while the connection was lost is still there.
  if (state.hello) return;
  state.lobby ??= new Lobby(message, { send, draw });
  state.lobby.sent = false;
  draw();
}

function renew({ seat, key }) {
  if (seat !== null && seat === state.hello.you) {
    renewed(key);
    connection.key = key;
  }
  give(seat, key);
}

function seen(message) {
  const before = state.seen;
  const found = before ? motion.moves(before.scene, message.seen.scene) : [];
  if (before && JSON.stringify(before.scene) !== JSON.stringify(message.seen.scene)) state.fresh = new Set(found.map((one) => one.to));
  const from = motion.places(root);
  state.seen = message.seen;
  state.story = state.story.slice(0, message.from).concat(message.story).slice(-20000);
  state.news = before && message.from > 0 ? state.news.concat(message.story).slice(-NEWS) : [];
  const ask = state.seen.ask;
  if (!ask || !before?.ask || before.ask.q !== ask.q) {
    state.picks = ask ? new Picks(ask.of) : null;
    state.popup = null;
    state.sent = false;
    state.said = "";
    if (ask && !before?.ask && document.hidden) document.title = "Your turn";
  }
  draw();
  if (state.begun) {
    // Whoever has set the table up sees the links for the others first.
    state.begun = false;
    root.querySelector("#tab-seats")?.focus();
  }
  const dropped = found.find((one) => state.dropped?.includes(`place${one.from}`));
  state.dropped = null;
  motion.show(root, found.filter((one) => one !== dropped), from);
}

// What is said begins large and ends with a full stop, whoever worded it.
function say(words) {
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  state.said = /[.!?)]$/.test(whole) ? whole : `${whole}.`;
}

function download(script) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([script], { type: "text/yaml" }));
  link.download = "game.yaml";
  link.click();
  URL.revokeObjectURL(link.href);
}

function answer(option) {
  if (state.sent || !state.seen.ask) return;
  state.sent = true;
  state.popup = null;
  state.news = [];
  connection.answer(state.seen.ask, option);
  draw();
}

function press({ keys, words }, dropped = false) {
  const { picks, seen } = state;
  if (!picks || state.sent) return null;
  state.said = "";
  let came = picks.click(keys);
  if (came.kind === "no" && !dropped && !picks.isSet && picks.picked.length > 0) {
    // Somebody has changed his mind: what is clicked begins anew, if something begins with it.
    const anew = new Picks(seen.ask.of);
    const first = anew.click(keys);
    if (first.kind !== "no") [state.picks, came] = [anew, first];
  }
  state.popup = came.kind === "choose" ? came.options : null;
  if (came.kind === "answer") answer(came.option);
  if (came.kind === "no") send({ t: "why", q: seen.ask.q, what: [...state.picks.words(), ...words].slice(0, 8) });
  draw();
  return came.kind;
}

// A thing is dragged: it is picked as by a click, so that where it may go is seen; what is answered hangs on where it is dropped.
function grab({ keys }) {
  const { picks } = state;
  if (!picks?.isWay || state.sent) return false;
  const picked = keys.some((one) => picks.chosen().has(one)) || picks.click(keys).kind !== "no";
  draw();
  return picked;
}

function drop(from, to) {
  state.dropped = from.keys;
  if (press(to, true) === "no") putBack();
}

function putBack() {
  state.picks?.back();
  state.popup = null;
  draw();
}

function clear() {
  state.picks = new Picks(state.seen.ask.of);
  state.popup = null;
  draw();
}

function drawn() {
  const { hello, seen } = state;
  if (state.stopped) return html`<p class="waiting">This table cannot be played on: ${state.stopped}.</p>`;
  if (state.gone) return html`<p class="waiting">${state.gone}</p>`;
  if (state.elsewhere) return html`<p class="waiting" role="alert">This seat is shown in too many other browsers. <button type="button" @click=${() => location.reload()}>Show it here again</button></p>`;
  if (state.lobby) return state.lobby.drawn(state.connected);
  if (!hello || !seen) return html`<p class="waiting">Going to the table …</p>`;
  const { scene } = seen;
  const beside = (name, words) => tab(state, draw, name, words);
  const look = { drags: state.picks?.isWay && !state.sent && drag.wanted(), lit: state.sent ? new Set() : state.picks?.lit() ?? new Set(), chosen: state.picks?.chosen() ?? new Set(), press, label: spoken };
  return html`<header><h1>${hello.title}</h1><p role="status" class="status">${status(state)}</p>
      ${state.connected ? nothing : html`<p class="lost" role="alert">The connection is lost; it comes back by itself.</p>`}</header>
    <main>
      <div class="surface">
        ${hello.boards.map((plan, index) => (scene.boards[index] ? board(plan, scene.boards[index], look) : nothing))}
        <div class="common">
          ${scene.dice.length > 0 ? html`<div class="zone"><div class="head" role="heading" aria-level="2">Dice</div><div class="things">${scene.dice.flatMap((piece) => Array.from({ length: Math.min(piece.count, 20) }, () => die({ ...piece, count: 1 }, button)))}</div></div>` : nothing}
          ${scene.common.map((each) => spot(each, 2))}${unseen()}
          ${scene.values.length > 0 ? html`<p class="values">${scene.values.map(value)}</p>` : nothing}
        </div>
        <div class="seats">${scene.seats.map(seat)}</div>
      </div>
      <div class="asks">
        ${ending(state, send)}${takenOver(state, send)}
        ${state.sent ? nothing : question(seen.ask, state.picks, { answer, done: answer, clear, popup: state.popup })}
        ${wish(state, send)}${justNow(state.news)}
        ${state.said ? html`<p class="said" role="alert">${state.said} <button type="button" class="quiet" @click=${() => draw((state.said = ""))}>Close</button></p>` : nothing}
      </div>
      <div class="side">
        <div class="tabs" role="tablist" aria-label="Beside the table">${beside("story", "What happened")}${beside("rules", "Rules")}${shown(hello) ? beside("seats", "Players") : nothing}</div>
        <div id="panel-story" role="tabpanel" aria-labelledby="tab-story" ?hidden=${state.tab !== "story"}>${story(state.story)}${tools(state, { send, draw })}</div>
        <div id="panel-rules" role="tabpanel" aria-labelledby="tab-rules" ?hidden=${state.tab !== "rules"}>
          ${state.tab === "rules" ? html`<iframe title="The rules" src=${rules()} @load=${mark}></iframe>` : nothing}</div>
        ${shown(hello) ? html`<div id="panel-seats" role="tabpanel" aria-labelledby="tab-seats" ?hidden=${state.tab !== "seats"}>
          ${state.tab === "seats" ? seats(state, { send, draw }) : nothing}</div>` : nothing}
      </div>
    </main>`;
}

function draw() {
  const before = root.querySelector(".story");
  const below = !before || before.scrollHeight - before.scrollTop - before.clientHeight < 40;
  render(drawn(), root);
  if (state.lobby) document.title = state.lobby.told.title;
  if (state.hello && !document.hidden) document.title = `${state.seen?.ask ? "● " : ""}${state.hello.title}`;
  tellWhoDecides();
  mark();
  const told = root.querySelector(".story");
  // Whoever reads further up is left there.
  if (told && below) told.scrollTop = told.scrollHeight;
}

// The studio goes to whoever decides.
function tellWhoDecides() {
  if (window.parent === window || !state.seen) return;
  const decides = state.seen.scene.seats.filter((one) => one.decides).map((one) => one.seat);
  window.parent.postMessage({ table, decides }, location.origin);
}

// For those who try the page without looking at it.
window.atTable = () => ({
  question: state.sent ? null : state.seen?.ask?.of ?? null,
  asked: Boolean(state.seen?.ask) && !state.sent,
  over: Boolean(state.seen?.over),
  winners: state.seen?.over?.winners.map((one) => state.hello.players[one]) ?? [],
  places: state.seen?.over?.places ?? null,
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !state.seen?.ask || state.sent) return;
  // Digits that are typed as an amount are no options.
  if (event.target.closest?.("input, textarea, select")) return;
  const number = Number(event.key);
  // Only what is seen: not what is folded away.
  const options = [...root.querySelectorAll(".options button")].filter((one) => one.checkVisibility());
  const chosen = number >= 1 ? options[number - 1] : undefined;
  // Of an amount it has to be said how much first.
  const amount = chosen?.form?.elements.amount;
  if (amount) {
    event.preventDefault();
    amount.select();
  } else if (chosen) chosen.click();
  else if (event.key === "Escape" && state.picks.picked.length > 0) {
    state.picks.back();
    state.popup = null;
    draw();
  }
});
drag.watch(root, { grab, drop, back: putBack });
document.addEventListener("visibilitychange", draw);
// A link to another seat, or with the key that was missing, was pasted into this tab.
addEventListener("hashchange", () => location.hash.length > 1 && (key(), location.reload()));

root.textContent = "";
const opens = key();
if (opens) {
  connection = new Connection(table, opens, {
    heard,
    changed: (connected, code) => {
      state.connected = connected;
      state.gone = GONE[code];
      draw();
    },
  });
} else {
  render(html`<p class="waiting">This link lacks its key, the part behind the sign #. Ask whoever opened the table for the whole link.</p>`, root);
}
