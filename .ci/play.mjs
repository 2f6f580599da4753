// Opens the page that needs no server as somebody would, and once more with the network gone: games are played to their end against bots,
// a rule is changed, a mistake is told, a link carries the rules, axe-core finds nothing, the console is silent.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const [, , modules, browserPath, folder, pictures] = process.argv;
const require = createRequire(path.resolve(modules, "package.json"));
const { chromium } = require("playwright-core");
const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

const server = createServer(async (request, response) => {
  const name = new URL(request.url, "http://x").pathname.replace(/^\/$/, "/index.html");
  try {
    const text = await readFile(path.join(folder, path.basename(name)));
    response.writeHead(200, { "content-type": TYPES[path.extname(name)] ?? "text/plain" }).end(text);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
const failed = [];
const expect = (holds, words) => holds || failed.push(words);

async function begin(viewport, colorScheme) {
  const context = await browser.newContext({ viewport, colorScheme, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && failed.push(`the console: ${message.text()}`));
  page.on("pageerror", (error) => failed.push(`the page: ${error.message}`));
  page.setDefaultTimeout(60_000);
  return page;
}

const table = (page) => page.frames().find((frame) => frame.url().includes("table.html"));

async function choose(page, title) {
  await page.locator(".games button", { hasText: title }).first().click();
  await page.waitForFunction(() => window.inPlay().limits !== null);
  await page.frameLocator("iframe[title='The table']").locator(".seat").first().waitFor();
}

// Answers at random until the game is over, or so many times.
async function play(page, most) {
  for (let turn = 0; turn < most; turn += 1) {
    const frame = table(page);
    await frame.waitForFunction(() => window.atTable().asked || window.atTable().over);
    if (await frame.evaluate(() => window.atTable().over)) return true;
    await frame.evaluate((number) => {
      const options = [...document.querySelectorAll(".options button")];
      options[number % options.length].click();
    }, turn * 5 + 3);
    await frame.waitForFunction(() => !document.querySelector("[role=status]").textContent.startsWith("Sent"));
  }
  return false;
}

async function seriousOf(target) {
  await target.evaluate(axe);
  const found = await target.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 200)}`);
}

const picture = (page, name) => (pictures ? page.screenshot({ path: path.join(pictures, `${name}.png`) }) : null);

const wide = await begin({ width: 1280, height: 800 }, "light");
await wide.goto(address);
await wide.locator(".games button").first().waitFor();
const games = await wide.locator(".games button").count();
expect(games > 30, `only ${games} games can be chosen`);
for (const one of await seriousOf(wide)) failed.push(`choosing: ${one}`);
await picture(wide, "choose");
await choose(wide, "Tic-tac-toe");
expect(await play(wide, 20), "tic-tac-toe does not come to its end");
await picture(wide, "over");
for (const one of await seriousOf(wide)) failed.push(`playing: ${one}`);
for (const one of await seriousOf(table(wide))) failed.push(`the table: ${one}`);
await wide.getByRole("tab", { name: "Rule document" }).click();
await wide.frameLocator("iframe[title='The rule document']").locator("h1").first().waitFor();
await wide.getByRole("tab", { name: "Table" }).click();

await wide.getByRole("button", { name: "All games" }).click();
await wide.getByRole("button", { name: "Write a game of your own" }).click();
await wide.locator(".cm-content").waitFor();
await wide.getByText("The rules are fine.").waitFor();
await wide.evaluate(() => window.inPlay().replace(window.inPlay().text.replace("1..3", "1..nobody")));
await wide.locator(".found li").first().waitFor();
await wide.locator(".cm-lintRange-error, .cm-lint-marker-error").first().waitFor();
await picture(wide, "mistake");
await wide.evaluate(() => window.inPlay().replace(window.inPlay().text.replace("1..nobody", "1..4")));
await wide.getByText("The rules are fine.").waitFor();
expect((await table(wide).locator(".options button").count()) >= 4, "the changed rule is not on the table");
expect(await play(wide, 20), "the changed game does not come to its end");
await wide.getByRole("button", { name: "Link to these rules" }).click();
await wide.waitForFunction(() => location.hash.includes("="));
const link = wide.url();

const phone = await begin({ width: 390, height: 800 }, "dark");
await phone.goto(link);
await phone.frameLocator("iframe[title='The table']").locator(".options button").nth(3).waitFor();
const broad = await phone.evaluate(() => document.documentElement.scrollWidth);
expect(broad <= 390, `on a phone the page is ${broad} wide`);
await picture(phone, "phone");
await phone.goto("about:blank");
await phone.goto(`${link.slice(0, -9)}!!`);
await phone.getByText(/lost a part|All games/).first().waitFor();

// Without a network.
await wide.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
server.closeAllConnections();
await new Promise((done) => server.close(done));
await wide.goto(address);
await wide.locator(".games button").first().waitFor();
await choose(wide, "Casino Hot Dog");
await play(wide, 6);
await picture(wide, "offline");

await browser.close();
for (const one of failed) console.error(one);
console.log(`${games} games can be chosen; played, changed, linked and played without a network; ${failed.length} findings`);
process.exit(failed.length > 0 ? 1 : 0);
