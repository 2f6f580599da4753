// The connection to the table: it comes back by itself, and an answer that was not confirmed is sent again under its name.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const STILL_HERE = 10000;

// Answers come sooner than this, or the network is gone, which a browser may notice only after minutes.
const LONGEST_SILENCE = 10000;

// What is sent is this long at least, so that nobody who watches the network learns from a length which option it was.
const LENGTH = 256;

export class Connection {
  // `heard` is called with every message, `changed` with whether there is a connection now.
  constructor(table, key, { heard, changed }) {
    Object.assign(this, { table, key, heard, changed });
    this.unconfirmed = new Map();
    this.silence = null;
    this.wait = FIRST_WAIT;
    this.ended = false;
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.send({ t: "ping" }));
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.send({ t: "ping" }), STILL_HERE);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    this.listens();
    socket.onopen = () => socket.send(JSON.stringify({ t: "sit", table: this.table, key: this.key }));
    socket.onmessage = (event) => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  take(message) {
    this.hears();
    // It is shown in so many other browsers that this one was let go; it would send another away if it came back by itself.
    if (message.t === "elsewhere") this.ended = true;
    if (message.t === "hello" || message.t === "lobby") {
      this.wait = FIRST_WAIT;
      this.back = true;
      this.changed(true);
    }
    if (message.t === "all" && this.back) {
      this.back = false;
      this.again(message.seen.ask);
    }
    if (message.t === "ok" || message.t === "no") this.unconfirmed.delete(message.id);
    this.heard(message);
  }

  lost(socket, code) {
    if (socket !== this.socket || this.ended) return;
    // Nobody sits here with that key, or nobody can play here: asking again would not help.
    this.hears();
    this.ended = [4003, 4004, 4005].includes(code);
    this.changed(false, code);
    if (this.ended) return;
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  hurry() {
    if (!this.ended && this.socket.readyState === WebSocket.CLOSED) this.open();
    else this.send({ t: "ping" });
  }

  // Nothing was heard for too long after something was said: the socket is given up, even if it does not know yet.
  gone() {
    const { socket } = this;
    this.lost(socket, 1006);
    socket.onclose = null;
    socket.close();
  }

  // What was said is answered, so something is heard before long.
  listens() {
    this.silence ??= setTimeout(() => this.gone(), LONGEST_SILENCE);
  }

  hears() {
    clearTimeout(this.silence);
    this.silence = null;
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message).padEnd(LENGTH));
    if (message.t === "ping" || message.t === "answer") this.listens();
  }

  // Sends again what was not confirmed. A server that was started anew counts questions anew: the same question is the same.
  again(ask) {
    for (const { answer, of } of this.unconfirmed.values()) {
      if (ask && JSON.stringify(ask.of) === of) answer.q = ask.q;
      this.send(answer);
    }
  }

  answer(ask, option) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const answer = { t: "answer", q: ask.q, id, o: option };
    this.unconfirmed.set(id, { answer, of: JSON.stringify(ask.of) });
    this.send(answer);
  }
}
