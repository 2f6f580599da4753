// The page that needs no server: games to choose, a text to change, a table against bots, the rule document. The engine is in a worker.
import { html, render, nothing } from "./lit-html.js";
import { editor, knowledge } from "./editor.js";
import { packed, unpacked } from "./share.js";

// So long nothing is typed until the rules are looked at.
const PAUSE = 300;
// A bot answers no sooner than this, so that people see what it does.
const LEAST_DELAY = 500;
const LEVELS = ["random", "easy", "medium", "strong"];
const OWN = "my-game";
const root = document.getElementById("studio");

const state = {
  games: null,
  words: [],
  // What lies on the table.
  name: null,
  title: null,
  text: "",
  players: null,
  seat: 0,
  level: "easy",
  limits: null,
  findings: [],
  wrong: "",
  tab: "table",
  writes: false,
  said: "",
};
let open = null;
let waiting = null;
let tells = null;
// What the table was told since it was opened, for a frame that comes later.
let told = [];
let opened = 0;
// The table at which bots are asked now.
let thinks = 0;

const worker = new Worker("./worker.js");
const asked = new Map();
let questions = 0;
worker.onmessage = ({ data: { id, told: answer } }) => {
  asked.get(id)?.(answer);
  asked.delete(id);
};
const ask = (question) =>
  new Promise((resolve) => {
    questions += 1;
    asked.set(questions, resolve);
    worker.postMessage({ id: questions, ask: question });
  });

const known = knowledge(async (message) => {
  const { messages } = await ask({ do: "edit", message });
  messages?.forEach((text) => known.hear(text));
});

// The frame of the table calls these.
window.sits = (hears) => {
  tells = hears;
  told.forEach(hears);
};
window.says = async (message) => {
  take(await ask({ do: "say", message }));
  goOn();
};

function take({ messages = [], error }) {
  if (error) {
    state.wrong = error;
    draw();
  }
  for (const message of messages) {
    if (message.t === "hello") told = [];
    if (message.t === "hello" || message.t === "all") told.push(message);
    tells?.(message);
  }
}

// Bots decide until a person is asked, or another table is opened.
async function goOn() {
  const table = opened;
  if (thinks === table) return;
  thinks = table;
  for (;;) {
    const begun = performance.now();
    const answer = await ask({ do: "think" });
    if (table !== opened || !answer.thought) break;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, LEAST_DELAY - (performance.now() - begun))));
    if (table !== opened) return;
    take(answer);
  }
  if (thinks === table) thinks = 0;
}

// A seed that nobody has seen.
const seed = () => Number(crypto.getRandomValues(new Uint32Array(1))[0]);

async function openTable() {
  const { name, text, players, seat, level } = state;
  opened += 1;
  const answer = await ask({ do: "open", name, text, players, seat, level, seed: seed() });
  state.findings = answer.findings ?? [];
  state.wrong = answer.error ?? "";
  if (answer.messages) {
    const { page } = await ask({ do: "rules" });
    if (window.rulesPage) URL.revokeObjectURL(window.rulesPage);
    window.rulesPage = URL.createObjectURL(new Blob([page ?? ""], { type: "text/html" }));
    state.limits = answer.players;
    state.players = answer.messages[0].players.length;
    state.title = answer.messages[0].title;
    take(answer);
    goOn();
  }
  draw();
}

async function choose(name, text) {
  state.name = name;
  state.title = state.games?.find((game) => game.name === name)?.title ?? null;
  state.text = text ?? (await ask({ do: "text", name })).text ?? "";
  state.players = null;
  state.seat = 0;
  state.said = "";
  draw();
  edit();
  await openTable();
}

function leave() {
  opened += 1;
  open?.destroy();
  open = null;
  tells = null;
  told = [];
  state.name = null;
  history.replaceState(null, "", location.pathname);
  draw();
}

function edit() {
  open?.destroy();
  open = null;
  const parent = root.querySelector(".editor");
  if (!parent || !state.writes) return;
  parent.textContent = "";
  const nonce = document.body.dataset.nonce;
  open = editor({ parent, name: `${state.name}.rules`, text: state.text, words: state.words, known, changed: typed, nonce, label: "The text of the rules" });
}

function typed(text) {
  state.text = text;
  state.said = "";
  clearTimeout(waiting);
  waiting = setTimeout(openTable, PAUSE);
}

async function share() {
  const link = `${location.origin}${location.pathname}#${state.name}=${await packed(state.text)}`;
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    state.said = "The link is copied; the rules are in it.";
  } catch {
    state.said = "The link stands in the address line; the rules are in it.";
  }
  draw();
}

function keep() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([state.text], { type: "text/plain" }));
  link.download = `${state.name}.rules`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const between = ([least, most]) => (least === most ? `${least} player${least === 1 ? "" : "s"}` : `${least} to ${most} players`);

function chooser() {
  const part = (kind, title) => html`<h2>${title}</h2><ul>${state.games.filter((game) => game.kind === kind).map(
    (game) => html`<li><button type="button" @click=${() => choose(game.name)}><b>${game.title}</b>${game.about ? html`<span>${game.about}</span> ` : nothing}<span class="quiet">${between(game.players)}</span></button></li>`,
  )}</ul>`;
  return html`<header><h1>Rulehound</h1><span class="grow"></span><button type="button" @click=${() => { state.writes = true; choose(OWN, FIRST); }}>Write a game of your own</button></header>
    <div class="games" role="main"><p class="lead">Board games written as rules. Choose one: you play it against bots, read its rules, and change them while you play. Everything is done on your own
      machine; nothing is sent anywhere.</p>
      ${state.wrong ? html`<p class="mark bad" role="alert">${state.wrong}</p>` : nothing}
      ${part("classic", "Games you know")}${part("shipped", "Published games")}</div>`;
}

function tab(name, words) {
  return html`<button type="button" role="tab" id="tab-${name}" aria-selected=${state.tab === name} aria-controls="panel-${name}"
    @click=${() => { state.tab = name; draw(); }}>${words}</button>`;
}

function change(what) {
  return ({ target }) => {
    state[what] = what === "level" ? target.value : Number(target.value);
    state.seat = Math.min(state.seat, (state.players ?? 1) - 1);
    openTable();
  };
}

function settings() {
  const { limits, players } = state;
  if (!limits) return nothing;
  const counts = Array.from({ length: limits[1] - limits[0] + 1 }, (_, index) => limits[0] + index);
  return html`<div class="opens" role="group" aria-label="Who plays">
    ${counts.length > 1 ? html`<label>players <select @change=${change("players")}>${counts.map((count) => html`<option value=${count} ?selected=${count === players}>${count}</option>`)}</select></label>` : nothing}
    ${players > 1 ? html`<label>you sit <select @change=${change("seat")}>${Array.from({ length: players }, (_, seat) => html`<option value=${seat} ?selected=${seat === state.seat}>${["first", "second", "third"][seat] ?? `${seat + 1}th`}</option>`)}</select></label>
    <label>bots <select @change=${change("level")}>${LEVELS.map((level) => html`<option ?selected=${level === state.level}>${level}</option>`)}</select></label>` : nothing}
    <span class="grow"></span><button type="button" @click=${openTable}>Begin anew</button></div>`;
}

function findings() {
  if (state.wrong) return html`<p class="state bad" role="status">${state.wrong}</p>`;
  if (state.findings.length === 0) return html`<p class="state good" role="status">${state.said || "The rules are fine."}</p>`;
  return html`<ul class="found" role="status">${state.findings.slice(0, 20).map((one) => html`<li><button type="button" @click=${() => open?.go(one.line)}>line ${one.line}</button> ${one.message}: ${one.here}</li>`)}</ul>`;
}

function drawn() {
  if (!state.games) return html`<p class="pad">${state.wrong || "Fetching the engine …"}</p>`;
  if (!state.name) return chooser();
  const title = state.title ?? state.name;
  const turn = () => {
    state.writes = !state.writes;
    draw();
    edit();
  };
  return html`<header><button type="button" @click=${leave}>All games</button><h1>${title}</h1><span class="grow"></span>
      ${state.said && !state.writes ? html`<span role="status">${state.said}</span>` : nothing}
      <button type="button" aria-pressed=${state.writes} @click=${turn}>Change the rules</button>
      <button type="button" @click=${share}>Link to these rules</button>
      <button type="button" @click=${keep}>Save the rules</button></header>
    <main class=${state.writes ? "" : "alone"}>
      <section class="text" aria-label="The text"><div class="editor"></div>${findings()}</section>
      <section class="result" aria-label="What comes of it">
        <div class="tabs" role="tablist" aria-label="What comes of it">${tab("table", "Table")}${tab("document", "Rule document")}</div>
        <div class="panel" id="panel-table" role="tabpanel" aria-labelledby="tab-table" ?hidden=${state.tab !== "table"}>${settings()}
          ${!state.writes && (state.wrong || state.findings.length > 0) ? findings() : nothing}
          <iframe title="The table" src="./table.html"></iframe></div>
        <div class="panel" id="panel-document" role="tabpanel" aria-labelledby="tab-document" ?hidden=${state.tab !== "document"}>
          ${state.tab === "document" && window.rulesPage ? html`<iframe title="The rule document" src=${window.rulesPage}></iframe>` : nothing}</div>
      </section>
    </main>`;
}

function draw() {
  // The editor draws itself: what is in its place is not ours.
  render(drawn(), root);
}

const FIRST = `| Whoever takes the last stick wins.
game "Sticks"
players 2

| Plain sticks.
component Stick { make 10 of }
| The sticks that are left.
zone heap : Stick seen by all
| What a player has picked up.
zone taken of each player : Stick seen by all

| [1] The players take turns.
phase play {
  move all from box to heap
  repeat for p in players { do one_turn(p) }
}

| [2] Take one, two or three sticks.
phase one_turn(p: player) {
  turn of p {
    choose n in 1..3 as "take {n}"
      require n <= count heap else "Only {count heap} are left."
    if none { win nobody }
    move n Stick from heap to p.taken
  }
  if count heap = 0 { win p }
}
`;

// For those who try the page without looking at it.
window.inPlay = () => ({ ...state, text: open?.text() ?? state.text, replace: (text) => open?.replace(text) });

root.textContent = "";
draw();
const answer = await ask({ do: "games" });
state.games = answer.games ?? null;
state.words = answer.words ?? [];
state.wrong = answer.error ?? "";
known.begin();
const [, name, rules] = /^#([a-z0-9-]+)(?:=(.+))?$/.exec(location.hash) ?? [];
if (name) {
  const text = rules ? await unpacked(rules).catch(() => null) : undefined;
  if (text === null || (!rules && !state.games?.some((game) => game.name === name))) {
    state.wrong = "That link does not hold rules, or has lost a part on its way.";
    draw();
  } else choose(name, text);
} else draw();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("./offline.js").catch(() => {});
