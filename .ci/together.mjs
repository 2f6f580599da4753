// What friends do at a table besides playing, in browsers: one sets it up, by keyboard and on a phone; bots take seats over; links are
// renewed; pieces are dragged by mouse and finger; what has moved slides, unless somebody wants nothing to move; a server that was stopped
// comes back, and everybody with it, and so does whoever had no network for a while. Nothing for axe-core to find anywhere.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [, , modules, browserPath, program] = process.argv;
const require = createRequire(resolve(modules, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "together-"));
// What is sent before anything is seen of a table, packed, at most.
const FIRST_LOAD = 40_000;
const wrong = [];
const holds = (what, is) => is || wrong.push(what);

async function serve(...given) {
  const server = spawn(program, ["table", ...given], { stdio: ["ignore", "pipe", "inherit"] });
  const links = await new Promise((done, failed) => {
    let text = "";
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    server.stdout.on("data", (data) => {
      text += data;
      if (text.includes("Ctrl-C")) done([...text.matchAll(/(http\S+#\S+)/g)].map(([link]) => link));
    });
  });
  server.removeAllListeners("exit");
  return { server, links };
}

async function sit(browser, link, more = {}, expected = []) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true, ...more });
  // Everything that slides is counted as it begins: by the time it is asked for it may be over.
  await context.addInitScript(() => {
    window.slid = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
      window.slid += 1;
      return animate.apply(this, given);
    };
  });
  const page = await context.newPage();
  const told = (words) => expected.some((one) => words.includes(one)) || wrong.push(`in the console: ${words}`);
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && told(message.text()));
  page.on("pageerror", (error) => told(error.message));
  await page.goto(link);
  await page.waitForSelector("header h1");
  return page;
}

async function look(page, name) {
  for (const [colorScheme, width] of [["light", 1280], ["dark", 360]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await page.waitForTimeout(500);
    await page.evaluate(axe);
    const found = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], iframes: false }));
    for (const one of found.violations) wrong.push(`${name}, ${colorScheme}: ${one.id} (${one.impact}): ${one.nodes[0].html}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    holds(`${name}: ${wide} wide on a screen of ${width}`, wide <= width);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
}

const asked = (page) => page.evaluate(() => window.atTable().asked);
const whoseTurn = async (pages) => {
  for (let tries = 0; tries < 100; tries += 1) {
    for (const page of pages) if (await asked(page)) return page;
    await pages[0].waitForTimeout(50);
  }
  throw new Error("nobody is asked");
};

// One link; by keys alone its owner says who plays, and hands out the links.
async function setUp(browser) {
  const { server, links } = await serve("greyhounds", "--lobby", "--listen", "127.0.0.1:0", "--seed", "7");
  holds(`${links.length} links instead of one`, links.length === 1);
  const host = await sit(browser, links[0]);
  await host.waitForSelector(".lobby");
  holds("the key stays in the address", !host.url().includes("#"));
  await look(host, "setting up");
  const words = await host.innerText(".lobby");
  for (const said of ["How many spaces a lap has", "From 10 to 60; usually 30", "3 to 4 can play"]) holds(`nobody says ${said}`, words.includes(said));
  await host.focus("input[aria-label='Name of player 2']");
  await host.keyboard.press("Control+A");
  await host.keyboard.type("Ann");
  await host.focus("button[type=submit]");
  await host.keyboard.press("Enter");
  await host.waitForSelector(".said");
  holds("two of one name are let in", (await host.innerText(".said")).includes("Two players are called"));
  await host.focus("input[aria-label='Name of player 2']");
  await host.keyboard.press("Control+A");
  await host.keyboard.type("Bo");
  // To who plays there, and on to an easy bot.
  await host.keyboard.press("Tab");
  await host.keyboard.press("ArrowDown");
  await host.focus("#setting-lap");
  await host.keyboard.press("Control+A");
  await host.keyboard.type("12");
  await host.keyboard.press("Enter");
  await host.waitForSelector("#panel-seats .players");
  holds("the links are not where whoever has set it up looks", await host.evaluate(() => document.activeElement?.id === "tab-seats"));
  const list = await host.innerText(".players");
  holds(`who plays: ${list}`, /Ann \(you\)/.test(list) && /Bo: a bot, easy/.test(list));
  await look(host, "players");
  const given = await host.locator(".link input").evaluateAll((all) => all.map((one) => one.value));
  holds(`${given.length} links for the others`, given.length === 3);
  const third = await sit(browser, given[1]);
  holds("the third seat is not Cleo's", (await third.innerText(".seat.own h2")).includes("Cleo (you)"));
  holds("whoever is no host is shown links", (await third.click("#tab-seats"), await third.locator("text=New link").count()) === 0);
  // The links are still there when the page is loaded again.
  await host.reload();
  await host.click("#tab-seats");
  await host.waitForSelector(".link input");
  await host.context().close();
  await third.context().close();
  server.kill("SIGTERM");
}

// A bot plays for somebody and stops; a link is renewed, and the old one ends.
async function seats(browser) {
  const { server, links } = await serve("examples/classics/english-draughts.rules", "--listen", "127.0.0.1:0", "--seed", "7");
  const [host, other] = [await sit(browser, links[0]), await sit(browser, links[1], {}, ["WebSocket"])];
  await host.click("#tab-seats");
  await host.selectOption("select[name=level]", "random");
  await host.click("text=Let a bot play for me");
  await other.waitForSelector(".seat h2:has-text('(bot)')");
  await host.waitForSelector(".wish:has-text('A bot plays for you')");
  await look(host, "a bot plays for me");
  await host.click(".wish button");
  await host.waitForSelector(".wish", { state: "detached" });
  await other.waitForSelector(".seat h2:has-text('(bot)')", { state: "detached" });
  await host.click("#tab-seats");
  const name = await other.evaluate(() => document.querySelector(".seat.own").getAttribute("aria-label"));
  await host.click(`text=New link for ${name}`);
  await look(host, "before a new link");
  await host.click("text=Make the new link");
  await host.waitForSelector(".link input");
  await other.waitForSelector("text=Nobody sits here with that link");
  const back = await sit(browser, await host.inputValue(".link input"));
  holds("the new link leads elsewhere", (await back.evaluate(() => document.querySelector(".seat.own").getAttribute("aria-label"))) === name);
  // The host's own: it goes on with the new one by itself.
  await host.click("text=New link for black");
  await host.click("text=Make the new link");
  await host.waitForSelector(".lost", { state: "detached" });
  await host.waitForTimeout(1500);
  holds("the host's own new link is not taken", (await host.locator(".seat.own").count()) === 1 && (await host.locator(".lost").count()) === 0);
  for (const page of [host, other, back]) await page.context().close();
  server.kill("SIGTERM");
}

const middle = async (page, selector) => {
  const box = await page.locator(selector).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// How many things have slid since the page was loaded, once it tells more than it told.
const story = (page) => page.innerText(".story");
const slid = async (page, told) => {
  await page.waitForFunction((told) => document.querySelector(".story").innerText !== told, told, { timeout: 10000 });
  return page.evaluate(() => window.slid);
};

// Mouse and finger; a drag that ends nowhere is none, nor is a shaky click.
async function drags(browser) {
  const { server, links } = await serve("examples/classics/english-draughts.rules", "--listen", "127.0.0.1:0", "--seed", "7");
  const pages = [await sit(browser, links[0]), await sit(browser, links[1], { hasTouch: true, viewport: { width: 360, height: 740 } })];
  const still = await sit(browser, links[2], { reducedMotion: "reduce" });
  const looks = await sit(browser, links[2]);
  const mouse = await whoseTurn(pages);
  holds("the mouse does not begin", mouse === pages[0]);
  const chosen = () => mouse.locator("button.chosen").count();
  const [x, y] = await middle(mouse, "button.drags");
  await mouse.mouse.move(x, y);
  await mouse.mouse.down();
  await mouse.mouse.move(x + 2, y + 1);
  holds("a shaky hand drags", (await mouse.locator(".dragged").count()) === 0);
  await mouse.mouse.move(x + 9, y - 9, { steps: 3 });
  holds("what is dragged is not seen", (await mouse.locator(".dragged").count()) === 1 && (await chosen()) === 1);
  await mouse.mouse.move(3, 3);
  await mouse.mouse.up();
  holds("what is dropped nowhere stays chosen", (await chosen()) === 0 && (await mouse.locator(".dragged").count()) === 0);
  await mouse.mouse.click(x, y);
  holds("a click is none any more", (await chosen()) === 1);
  await mouse.keyboard.press("Escape");
  // Where it may not go it does not go, and the rule is told.
  await mouse.mouse.move(x, y);
  await mouse.mouse.down();
  await mouse.mouse.move(...(await middle(mouse, "button.spot:not(.lit):not(.chosen)")), { steps: 3 });
  await mouse.mouse.up();
  await mouse.waitForSelector(".said");
  holds("it went where it may not go", (await asked(mouse)) && (await chosen()) === 0);
  const told = await Promise.all([looks, still, mouse].map(story));
  await mouse.mouse.move(x, y);
  await mouse.mouse.down();
  await mouse.mouse.move(x + 9, y - 9, { steps: 3 });
  await mouse.mouse.move(...(await middle(mouse, "button.lit")), { steps: 3 });
  await mouse.mouse.up();
  const finger = pages[1];
  for (let tries = 0; tries < 100 && !(await asked(finger)); tries += 1) await finger.waitForTimeout(20);
  holds("a drag is no move", await asked(finger));
  holds("what has moved does not slide", (await slid(looks, told[0])) > 0);
  holds("things move for whoever wants nothing to move", (await slid(still, told[1])) === 0);
  holds("what was dropped slides once more", (await slid(mouse, told[2])) === 0);
  const touches = await finger.context().newCDPSession(finger);
  const touch = (type, points) => touches.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([px, py]) => ({ x: px, y: py })) });
  await finger.locator("button.drags").first().scrollIntoViewIfNeeded();
  const from = await middle(finger, "button.drags");
  await touch("touchStart", [from]);
  await touch("touchMove", [[from[0] + 20, from[1] - 20]]);
  await touch("touchMove", [[from[0] + 30, from[1] - 30]]);
  await finger.waitForSelector("button.chosen", { timeout: 2000 }).catch(() => wrong.push("a finger does not drag"));
  await touch("touchMove", [await middle(finger, "button.lit")]);
  await touch("touchEnd", []);
  for (let tries = 0; tries < 100 && (await asked(finger)); tries += 1) await finger.waitForTimeout(20);
  holds("a drag by finger is no move", !(await asked(finger)));
  // Who does not like it.
  await mouse.uncheck("text=Pieces can be dragged");
  holds("it cannot be switched off", (await mouse.locator("button.drags").count()) === 0);
  for (const page of [...pages, still, looks]) await page.context().close();
  server.kill("SIGTERM");
}

// How much is loaded before the table is there.
async function firstLoad(browser) {
  const { server, links } = await serve("games/hot-dog.rules", "--listen", "127.0.0.1:0");
  const page = await (await browser.newContext()).newPage();
  const requests = [];
  page.on("requestfinished", (request) => requests.push(request.sizes()));
  await page.goto(links[0]);
  await page.waitForSelector("header h1");
  const sizes = (await Promise.all(requests)).map((one) => one.responseBodySize);
  const sum = sizes.reduce((one, other) => one + other, 0);
  holds(`only ${sizes.length} files are loaded`, sizes.length > 8);
  holds(`the first load is ${sum} bytes`, sum <= FIRST_LOAD);
  await page.context().close();
  server.kill("SIGTERM");
  return sum;
}

// What moves is worked out from two tables as somebody sees them.
async function moves(browser) {
  const { server, links } = await serve("games/hot-dog.rules", "--listen", "127.0.0.1:0");
  const page = await sit(browser, links[0]);
  const found = await page.evaluate(async () => {
    const motion = await import("/page/motion.js");
    const piece = (words, count = 1) => ({ words, count, kind: 0, owner: null });
    const scene = (hand, table, deck) => ({
      boards: [], seats: [],
      common: [{ place: 1, open: hand }, { place: 2, open: table }, { place: 3, hidden: [piece("card", deck)] }],
    });
    const told = (before, after) => motion.moves(before, after).map(({ from, to, sign, turned }) => `${from}>${to} ${sign === null ? "back" : sign.split(" ").at(-1)}${turned ? " turned" : ""}`).join(", ");
    return [
      told(scene([piece("ace", 2)], [], 5), scene([piece("ace")], [piece("ace")], 5)),
      told(scene([], [], 5), scene([], [piece("king")], 4)),
      told(scene([piece("ace")], [], 5), scene([piece("ace")], [], 5)),
      told(scene([piece("ace")], [], 5), scene([], [], 6)),
    ];
  });
  const wanted = ["1>2 ace", "3>2 king turned", "", ""];
  holds(`what moves: ${JSON.stringify(found)}`, JSON.stringify(found) === JSON.stringify(wanted));
  const split = await page.evaluate(async () => ["Walk 2.5 trees. Only then stop. Or not.", "Play a card."].map((await import("/page/options.js")).sentences));
  holds(`what is asked: ${JSON.stringify(split)}`, JSON.stringify(split) === '[["Walk 2.5 trees.","Only then stop. Or not."],["Play a card.",""]]');
  await page.context().close();
  server.kill("SIGTERM");
}

// Many options that differ by a number alone are one row, in which the number is typed; the rows stand in the order of the options.
async function amounts(browser) {
  const { server, links } = await serve("tests/fixtures/points/many-amounts.rules", "--listen", "127.0.0.1:0", "--seed", "7");
  const pages = [await sit(browser, links[0]), await sit(browser, links[1])];
  const asked = () => whoseTurn(pages);
  const told = async (words) => (await asked()).getByText(words).filter({ visible: true }).first().waitFor({ timeout: 5000 }).catch(() => wrong.push(`“${words}” is not told`));
  let page = await asked();
  const rows = await page.locator(".options > li").count();
  holds(`${rows} rows of options`, rows === 4);
  await look(page, "amounts");
  // By keyboard: the number of the row, how much, Enter.
  await page.keyboard.press("3");
  await page.keyboard.type("77");
  await page.keyboard.press("Enter");
  await told("bet 77");
  page = await asked();
  // What is not allowed is not taken.
  const amount = page.locator(".amount").last();
  await amount.locator("input").fill("15");
  await amount.locator("button").click();
  holds("15 is no step of ten", await page.evaluate(() => window.atTable().asked));
  await amount.locator("input").fill("30");
  await amount.locator("button").click();
  await told("raise by 30 coins");
  for (const page of pages) await page.context().close();
  server.kill("SIGTERM");
}

// A server that is told to stop does so at once, and whoever sat there is back by himself soon after it has begun again.
async function comesBack(browser) {
  const port = 20000 + (process.pid % 20000);
  const kept = ["--data", join(folder, "tables.sqlite"), "--listen", `127.0.0.1:${port}`];
  let { server, links } = await serve("examples/classics/english-draughts.rules", ...kept);
  const lost = ["WebSocket"];
  const pages = [await sit(browser, links[0], {}, lost), await sit(browser, links[1], {}, lost)];
  let [stopped, back] = [0, 0];
  for (let round = 0; round < 3; round += 1) {
    for (let clicks = 0; clicks < 3; clicks += 1) {
      const page = await whoseTurn(pages);
      await page.locator(".options button").first().click();
      await page.waitForTimeout(30);
    }
    const begun = Date.now();
    const ended = new Promise((done) => server.on("exit", done));
    server.kill("SIGTERM");
    await ended;
    stopped = Math.max(stopped, Date.now() - begun);
    ({ server } = await serve(...kept));
    const again = Date.now();
    for (const page of pages) await page.waitForSelector(".lost", { state: "detached", timeout: 10000 });
    back = Math.max(back, Date.now() - again);
  }
  holds(`the server stopped after ${stopped} ms`, stopped <= 2000);
  holds(`everybody was back after ${back} ms`, back <= 3000);
  for (const page of pages) await page.context().close();
  server.kill("SIGTERM");
  return `a server that is told to stop does so within ${stopped} ms, all are back ${back} ms after it begins again`;
}

// The network swallows what is said and tells nobody: whoever clicks meanwhile finds the game where his click has led, a little later. Of a
// seat that is shown too often the browser that was quiet for longest is told so.
async function cutOff(browser) {
  const port = 20000 + ((process.pid + 1) % 20000);
  const lines = new Set();
  const relay = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    const line = { dead: false, near };
    lines.add(line);
    for (const [one, other] of [[near, far], [far, near]]) {
      one.on("data", (bytes) => line.dead || other.write(bytes));
      one.on("close", () => line.dead || other.destroy());
      one.on("error", () => {});
    }
  });
  await new Promise((listens) => relay.listen(0, "127.0.0.1", listens));
  const there = `http://127.0.0.1:${relay.address().port}`;
  const { server, links } = await serve("examples/classics/english-draughts.rules", "--listen", `127.0.0.1:${port}`, "--public-url", there);
  const pages = [await sit(browser, links[0]), await sit(browser, links[1])];
  const page = await whoseTurn(pages);
  for (const line of lines) line.dead = true;
  await page.locator(".options button").first().click();
  const begun = Date.now();
  const other = pages.find((one) => one !== page);
  await other.waitForFunction(() => window.atTable().asked, null, { timeout: 40000 });
  const after = Date.now() - begun;
  holds(`a click that was swallowed was seen by the other ${after} ms later`, after <= 25000);
  // In the end the network tells that it was cut, or new pages would be asked for over the old lines.
  for (const line of lines) if (line.dead) line.near.destroy();
  // Its link in eight more browsers: the first of them that says nothing makes room.
  const context = page.context();
  for (let more = 0; more < 8; more += 1) {
    const one = await context.newPage();
    await one.goto(page === pages[0] ? links[0] : links[1]);
    await one.waitForSelector("header h1");
  }
  const alerts = await Promise.all(context.pages().map((one) => one.getByText("in too many other browsers").count()));
  holds(`${alerts} are told that they are too many`, alerts.filter((count) => count > 0).length === 1);
  const gone = context.pages()[alerts.findIndex((count) => count > 0)];
  await gone?.getByRole("button", { name: "Show it here again" }).click();
  await gone?.waitForSelector("header h1");
  for (const page of pages) await page.context().close();
  server.kill("SIGTERM");
  relay.close();
  return `a click that the network swallows is seen by the other ${after} ms later`;
}

const browser = await chromium.launch({ executablePath: browserPath });
await setUp(browser);
await seats(browser);
await drags(browser);
await moves(browser);
await amounts(browser);
const loaded = await firstLoad(browser);
const told = `${await comesBack(browser)}; ${await cutOff(browser)}`;
await browser.close();
rmSync(folder, { recursive: true });
for (const one of wrong) console.error(one);
if (wrong.length === 0) console.log(`a table is set up, bots come and go, links are renewed, pieces are dragged and slide; the first load is ${loaded} bytes, packed; ${told}`);
process.exit(wrong.length > 0 ? 1 : 0);
