// The engine, apart from the page, so that the page answers while a bot thinks. A question comes as { id, ask }, and goes back as { id, told }.

let engine = null;
let module = null;

async function start() {
  const imports = { page: { milliseconds: () => performance.now() } };
  module ??= await WebAssembly.compileStreaming(fetch("./engine.wasm"));
  engine = (await WebAssembly.instantiate(module, imports)).exports;
}

function ask(question) {
  const text = new TextEncoder().encode(JSON.stringify(question));
  const at = engine.room(text.length);
  new Uint8Array(engine.memory.buffer, at, text.length).set(text);
  const answer = engine.ask();
  const length = new DataView(engine.memory.buffer).getUint32(answer, true);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, answer + 4, length)));
}

let ready = start();

onmessage = async ({ data: { id, ask: question } }) => {
  try {
    await ready;
    postMessage({ id, told: ask(question) });
  } catch (error) {
    // Whatever went wrong inside, the next question finds a new engine.
    ready = start();
    postMessage({ id, told: { error: `The engine has stopped: ${error.message}` } });
  }
};
