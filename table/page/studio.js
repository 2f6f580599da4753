// The studio: a text on one side; the table, the rule document and the scripts that follow it on the other.
import { html, render, nothing } from "/page/lit-html.js";
import { editor, knowledge } from "/page/editor.js";

// So long nothing is typed until the table follows.
const PAUSE = 150;
const root = document.getElementById("studio");

const state = {
  connected: false,
  lost: "",
  files: [],
  words: [],
  // The texts of editors, and what of them is saved.
  texts: new Map(),
  saved: new Map(),
  // What was sent to be saved.
  sent: new Map(),
  shown: null,
  rules: null,
  table: null,
  seat: 0,
  follows: true,
  frames: new Set([0]),
  scripts: [],
  tab: "table",
  said: "",
  asking: null,
  version: 0,
};
let socket = null;
let open = null;
let waiting = null;

const key = (() => {
  if (location.hash.length > 1) {
    sessionStorage.setItem("studio", location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("studio");
})();

const say = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
const known = knowledge((m) => say({ t: "lsp", m }));

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/studio/ws`);
  socket.onopen = () => say({ t: "enter", key });
  socket.onmessage = ({ data }) => heard(JSON.parse(data));
  socket.onclose = ({ code }) => {
    if (state.connected) known.end();
    state.connected = false;
    state.lost = code === 4003 ? "This link is of another studio. Use the one that the program has printed." : "The connection is lost; it comes back by itself. What you typed is still here.";
    draw();
    if (code !== 4003) setTimeout(connect, 1500);
  };
}
setInterval(() => say({ t: "ping" }), 30_000);

function heard(message) {
  const answer = {
    desk: arrived,
    lsp: () => known.hear(message.m),
    text: shownText,
    saved: () => {
      state.files = message.files;
      state.saved.set(message.name, state.sent.get(message.name));
      if (state.asking?.wants === message.name) {
        state.asking = null;
        show(message.name);
      }
      state.said = `${message.name} is saved.`;
    },
    rules: () => {
      state.rules = message;
      state.version += 1;
    },
    table: () => {
      state.table = message;
      state.seat = 0;
      state.frames = new Set([0]);
      state.rules = { ok: true, kept: "new" };
      state.version += 1;
    },
    scripts: () => (state.scripts = message.scripts),
    made: () => ask("What does this game show? The script is called by it.", "a game", (name) => keep(name, message.text)),
    expected: () => expectHere(message.text),
    stopped: () => {
      state.said = `${message.name}, line ${message.line}: ${ended(message.why)}`;
      show(message.name, message.line);
    },
    no: () => {
      if (state.asking) state.asking.wrong = message.why;
      else state.said = message.why;
    },
  }[message.t];
  answer?.(message);
  if (message.t !== "lsp") draw();
}

function arrived(message) {
  state.connected = true;
  state.lost = "";
  state.files = message.files;
  state.words = message.words;
  known.begin();
  // What was typed while nobody was there.
  for (const [name, text] of state.texts) say({ t: "text", name, text });
  if (state.shown) return say({ t: "play", name: state.table?.game ?? state.shown, players: null });
  show(message.first);
  say({ t: "play", name: message.first, players: null });
  say({ t: "run" });
}

function shownText(message) {
  state.texts.set(message.name, message.text);
  state.saved.set(message.name, message.text);
  if (state.shown === message.name) edit();
}

// Brings a file before the author.
function show(name, line) {
  state.shown = name;
  if (state.texts.has(name)) edit(line);
  else say({ t: "read", name });
  draw();
}

function edit(line) {
  draw();
  open?.destroy();
  const parent = root.querySelector(".editor");
  parent.textContent = "";
  const name = state.shown;
  open = editor({
    parent,
    name,
    text: state.texts.get(name),
    words: state.words,
    known,
    nonce: document.body.dataset.nonce,
    label: `The text of ${name}`,
    changed: (text) => typed(name, text),
  });
  if (line) open.go(line);
}

function typed(name, text) {
  const dirty = isDirty(name);
  state.texts.set(name, text);
  state.said = "";
  clearTimeout(waiting);
  waiting = setTimeout(() => say({ t: "text", name, text }), PAUSE);
  if (dirty !== isDirty(name)) draw();
}

const isDirty = (name) => state.texts.get(name) !== state.saved.get(name);
const save = (name = state.shown) => {
  state.sent.set(name, state.texts.get(name));
  say({ t: "save", name, text: state.texts.get(name), was: state.files.includes(name) ? state.saved.get(name) : null });
};

// Asks for a name, in the page, so that it can be read aloud.
function ask(question, value, done) {
  state.asking = { question, value, done, wrong: "" };
  draw();
  root.querySelector("dialog input")?.select();
}

const named = (words, end) => `${words.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "untitled"}${end}`;

function keep(words, text) {
  const name = named(words, ".yaml");
  const titled = text.replace(/^title: .*$/m, () => `title: ${JSON.stringify(words)}`);
  state.asking.wants = name;
  saveNew(name, titled);
  say({ t: "run" });
}

function saveNew(name, text) {
  if (state.files.includes(name)) {
    state.asking.wrong = `There is a file ${name} already.`;
    return draw();
  }
  state.texts.set(name, text);
  state.sent.set(name, text);
  say({ t: "save", name, text, was: null });
}

function fresh() {
  ask("What is the new file called? An end of .yaml makes it a script.", "another game", (words) => {
    const script = words.trim().endsWith(".yaml");
    const name = named(words.replace(/\.(yaml|rules)$/, ""), script ? ".yaml" : ".rules");
    const text = script ? `game: ${state.table?.game ?? "first.rules"}\ntitle: What it shows\nsteps:\n` : `| What it is about.\ngame ${JSON.stringify(words.trim())}\nplayers 2\n`;
    state.asking.wants = name;
    saveNew(name, text);
  });
}

// What is to be seen on the table becomes the last step of the script before the author.
function expectHere(step) {
  const name = state.shown;
  if (!name?.endsWith(".yaml")) return (state.said = "Open the script that is to expect this first.");
  const text = state.texts.get(name).replace(/\s*$/, "\n");
  open.replace(text + step);
}

// A sentence ends with a full stop, whoever worded it.
const ended = (words) => (/[.!?)]$/.test(words) ? words : `${words}.`);

function verdict() {
  const { rules } = state;
  if (!rules) return html`<p class="state quiet" role="status">${state.said || "…"}</p>`;
  if (!rules.ok) {
    const there = rules.line ? html`<button type="button" @click=${() => show(rules.file, rules.line)}>line ${rules.line}</button> ` : nothing;
    const more = rules.count > 1 ? ` There are ${rules.count} mistakes.` : "";
    return html`<p class="state bad" role="status">${there}${ended(rules.why)}${more} The table stays as it was.</p>`;
  }
  const how = {
    new: "The rules are fine.",
    stands: "The rules are fine, and the game goes on where it stood.",
    replayed: "The rules are fine; the game was played again up to here.",
    anew: `The rules are fine. The game begins anew: ${rules.why}${rules.line ? ` (line ${rules.line})` : ""}.`,
  }[rules.kept];
  return html`<p class="state good" role="status">${state.said || how}</p>`;
}

function tab(name, words) {
  return html`<button type="button" role="tab" id="tab-${name}" aria-selected=${state.tab === name} aria-controls="panel-${name}"
    @click=${() => { state.tab = name; draw(); }}>${words}</button>`;
}

function sit(seat) {
  state.seat = seat;
  state.frames.add(seat);
  draw();
}

function seats() {
  const { table } = state;
  const counts = Array.from({ length: table.most - table.least + 1 }, (_, index) => table.least + index);
  const now = table.seats.length - 1;
  return html`<div class="seats" role="group" aria-label="Whose place you see">
    ${table.seats.map((seat, index) => html`<button type="button" aria-pressed=${state.seat === index} @click=${() => { state.follows = false; sit(index); }}>${seat.name ?? "looking on"}</button>`)}
    <label><input type="checkbox" .checked=${state.follows} @change=${(event) => { state.follows = event.target.checked; draw(); }}> go to whoever decides</label>
    ${counts.length > 1 ? html`<label>players <select @change=${(event) => say({ t: "play", name: table.game, players: Number(event.target.value) })}>
      ${counts.map((count) => html`<option value=${count} ?selected=${count === now}>${count}</option>`)}</select></label>` : nothing}
    <span class="grow"></span>
    <button type="button" @click=${() => say({ t: "play", name: table.game, players: now })}>Begin anew</button>
    <button type="button" @click=${() => say({ t: "keep" })}>Make a script of this game</button>
  </div>`;
}

function surface() {
  const { table } = state;
  if (!table) return html`<p class="pad quiet">As soon as the rules are fine, they lie on the table here.</p>`;
  return html`${seats()}${[...state.frames].sort().map((index) => html`<iframe title="The table as ${table.seats[index].name ?? "somebody who looks on"} sees it" ?hidden=${state.seat !== index}
    src="/t/${table.table}#${table.seats[index].key}"></iframe>`)}`;
}

function scripts() {
  const wrong = state.scripts.filter((one) => !one.ok).length;
  const all = state.scripts.length;
  return html`<div class="pad">${all === 0 ? "There is no script yet: play a game on the table and make one of it." : wrong === 0 ? "All scripts go as they should." : `${wrong} of ${all} scripts go wrong.`}
    ${state.shown?.endsWith(".yaml") ? html`<button type="button" @click=${() => say({ t: "expect" })}>Expect what is on the table</button>` : nothing}</div>
    <ul class="scripts">${state.scripts.map((one) => html`<li><span class="mark ${one.ok ? "good" : "bad"}">${one.ok ? "✓ fine" : "✗ wrong"}</span>
      <span>${one.title ?? one.name} <span class="quiet">${one.name}</span></span><span class="grow"></span>
      <button type="button" @click=${() => show(one.name, one.line ?? 1)}>Read</button>
      <button type="button" @click=${() => { state.tab = "table"; say({ t: "stand", name: one.name }); }}>${one.ok ? "Play on from its end" : "See where it stops"}</button>
      ${one.why ? html`<span class="why">Line ${one.line}: ${ended(one.why)}</span>` : nothing}</li>`)}</ul>`;
}

// The name that is asked for.
function asked() {
  const { asking } = state;
  if (!asking) return nothing;
  const done = (event) => {
    event.preventDefault();
    asking.done(event.target.elements.name.value);
  };
  return html`<dialog open aria-labelledby="asked"><form @submit=${done}>
    <p id="asked">${asking.question}</p>
    <input name="name" .value=${asking.value} aria-labelledby="asked" autocomplete="off" maxlength="60">
    ${asking.wrong ? html`<p class="mark bad" role="alert">${asking.wrong}</p>` : nothing}
    <p><button type="submit">Fine</button> <button type="button" @click=${() => { state.asking = null; draw(); }}>No</button></p>
  </form></dialog>`;
}

function file(name) {
  const dirty = state.texts.has(name) && isDirty(name);
  return html`<button type="button" aria-pressed=${state.shown === name} @click=${() => show(name)}>${name}${dirty ? html` <span title="not saved">●<span hidden>not saved</span></span>` : nothing}</button>`;
}

function drawn() {
  if (!state.shown) return html`<p class="pad">${state.lost || "Opening the studio …"}</p>`;
  const files = state.files.includes(state.shown) ? state.files : [state.shown, ...state.files];
  const isRules = state.shown.endsWith(".rules");
  return html`<header><h1>Rulehound studio</h1>
      <button type="button" ?disabled=${!isDirty(state.shown) && state.files.includes(state.shown)} @click=${() => save()}>Save</button>
      <button type="button" @click=${fresh}>New file</button>
      ${isRules && state.table?.game !== state.shown ? html`<button type="button" @click=${() => say({ t: "play", name: state.shown, players: null })}>Put it on the table</button>` : nothing}
      <span class="grow"></span>${state.lost ? html`<span class="mark bad" role="alert">${state.lost}</span>` : nothing}</header>
    <main>
      <section class="text" aria-label="The text">
        <div class="files" role="group" aria-label="Files">${files.map(file)}</div>
        <div class="editor"></div>
        ${verdict()}
      </section>
      <section class="result" aria-label="What comes of it">
        <div class="tabs" role="tablist" aria-label="What comes of it">${tab("table", "Table")}${tab("document", "Rule document")}${tab("scripts", `Scripts${state.scripts.some((one) => !one.ok) ? " ✗" : ""}`)}</div>
        <div class="panel" id="panel-table" role="tabpanel" aria-labelledby="tab-table" ?hidden=${state.tab !== "table"}>${surface()}</div>
        <div class="panel" id="panel-document" role="tabpanel" aria-labelledby="tab-document" ?hidden=${state.tab !== "document"}>
          ${state.tab === "document" && state.table ? html`<iframe title="The rule document" src="/t/${state.table.table}/rules?${state.version}"></iframe>` : nothing}</div>
        <div class="panel" id="panel-scripts" role="tabpanel" aria-labelledby="tab-scripts" ?hidden=${state.tab !== "scripts"}>${scripts()}</div>
      </section>
    </main>${asked()}`;
}

function draw() {
  // The editor draws itself: what is in its place is not ours.
  render(drawn(), root);
}

// A table tells who decides there.
addEventListener("message", ({ origin, data }) => {
  if (origin !== location.origin || !Array.isArray(data?.decides) || data.table !== state.table?.table) return;
  if (state.follows && data.decides.length > 0 && !data.decides.includes(state.seat)) sit(data.decides[0]);
});
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
  event.preventDefault();
  if (state.shown) save();
});
addEventListener("beforeunload", (event) => {
  if ([...state.texts.keys()].some(isDirty)) event.preventDefault();
});

// For those who try the page without looking at it.
window.inStudio = () => ({ ...state, text: open?.text(), replace: (text) => open.replace(text) });

root.textContent = "";
if (key) connect();
else render(html`<p class="pad">This link lacks its key, the part behind the sign #. Use the one that the program has printed.</p>`, root);
