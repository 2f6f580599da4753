// Plays games in browsers, one for each seat, by clicking at random: to their ends, with nothing said in the console, every option within
// reach of clicks, nothing serious for axe-core, on wide screens and phones, by keyboard alone too; the record replays.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { reach } from "./reach.mjs";

const [, , modules, browserPath, program, ...games] = process.argv;
const require = createRequire(resolve(modules, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const MOST_CLICKS = Number(process.env.MOST_CLICKS ?? 400);
// So often it is looked twenty times a second whether anybody can go on: rules of others have the processor last, so on a machine that builds
// something else at the same time it takes seconds.
const MOST_IDLE = 300;
const folder = mkdtempSync(join(tmpdir(), "table-"));
const wrong = [];

// A browser waits more than it works, so three games are played at a time.
const AT_A_TIME = 3;

// The same numbers every time, whatever else is played meanwhile.
function numbers(index) {
  let seed = 20260101 + index;
  return (count) => (seed = (seed * 1103515245 + 12345) % 2147483648) % count;
}

async function open(game) {
  const server = spawn(program, ["table", game, "--listen", "127.0.0.1:0", "--seed", "7"], { stdio: ["ignore", "pipe", "inherit"] });
  const links = await new Promise((done, failed) => {
    let text = "";
    server.on("exit", (code) => failed(new Error(`${game}: the server ended with ${code}`)));
    server.stdout.on("data", (data) => {
      text += data;
      if (text.includes("Ctrl-C")) done([...text.matchAll(/^ {2}(\S.*?) +(http\S+)$/gm)].map(([, name, link]) => ({ name, link })));
    });
  });
  return { server, links };
}

// Every option can be reached by clicks, and no clicks lead to another one.
async function reached(page) {
  return page.evaluate(`(async () => {
    const { Picks } = await import("/page/clicks.js");
    const { question } = window.atTable();
    return question ? (${reach})(Picks, question, 400) : { tried: 0, wrong: [] };
  })()`);
}

async function look(page, name) {
  // What still slides lies over something else.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], iframes: false }));
  for (const one of found.violations) wrong.push(`${name}: ${one.id} (${one.impact}): ${one.nodes[0].html}`);
}

async function step(page, keyboard, below) {
  const buttons = page.locator("button.lit, .options button, .set button:not([disabled])");
  const seen = [];
  for (const one of await buttons.all()) if (await one.isVisible()) seen.push(one);
  if (seen.length === 0) {
    const folded = page.locator("details:not([open]) summary");
    if ((await folded.count()) === 0) return false;
    await folded.first().click();
    return true;
  }
  const one = seen[below(seen.length)];
  try {
    if (keyboard) {
      await one.focus({ timeout: 2000 });
      await page.keyboard.press("Enter");
    } else {
      await one.click({ timeout: 2000, force: true });
    }
  } catch {
    // What was to be clicked is gone: somebody else was faster.
  }
  return true;
}

// Beside the table the rules show the part that asks.
async function part(page, game) {
  await page.click("#tab-rules");
  const marked = await page
    .waitForFunction(() => document.querySelector("#panel-rules iframe")?.contentDocument?.querySelector("[aria-current] h3")?.textContent, null, { timeout: 10000 })
    .catch(() => null);
  if (!marked) wrong.push(`${game}: nothing of the rules is marked where somebody is asked`);
  await page.click("#tab-story");
}

async function play(browser, game, index) {
  const keyboard = index % 4 === 3;
  const below = numbers(index);
  const { server, links } = await open(game);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const pages = [];
  for (const { name, link } of links) {
    const page = await context.newPage();
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(`${game}, ${name}: ${message.text()}`));
    page.on("pageerror", (error) => wrong.push(`${game}, ${name}: ${error.message}`));
    await page.goto(link);
    await page.waitForSelector("header h1");
    if (page.url().includes("#")) wrong.push(`${game}: the key stays in the address`);
    pages.push(page);
  }
  const over = () => pages[0].evaluate(() => window.atTable().over);
  let [clicks, idle, tried] = [0, 0, 0];
  while (clicks < MOST_CLICKS && idle < MOST_IDLE && !(await over())) {
    let moved = false;
    for (const page of pages.slice(0, -1)) {
      if (!(await page.evaluate(() => window.atTable().asked))) continue;
      if (clicks === 0) await part(page, game);
      if (clicks % 10 === 0) {
        const found = await reached(page);
        tried += found.tried;
        wrong.push(...found.wrong.map((one) => `${game}: not within reach: ${one}`));
      }
      moved = (await step(page, keyboard, below)) || moved;
      clicks += 1;
      await page.waitForTimeout(5);
    }
    idle = moved ? 0 : idle + 1;
    if (!moved) await pages[0].waitForTimeout(50);
  }
  if (idle >= MOST_IDLE) wrong.push(`${game}: nobody can go on`);
  for (const [scheme, width] of [["light", 1280], ["dark", 360]]) {
    await pages[0].emulateMedia({ colorScheme: scheme });
    await pages[0].setViewportSize({ width, height: 740 });
    await pages[0].waitForTimeout(100);
    await look(pages[0], `${game}, ${scheme}, ${width}`);
    const wide = await pages[0].evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) wrong.push(`${game}: ${wide} wide on a screen of ${width}`);
  }
  const ended = await over();
  if (ended) {
    await pages[0].bringToFront();
    const [saved] = await Promise.all([pages[0].waitForEvent("download"), pages[0].click("text=Save as a script")]);
    const script = join(folder, `game-${index}.yaml`);
    await saved.saveAs(script);
    const winners = await pages[0].evaluate(() => window.atTable().winners);
    const list = winners.length === 0 ? "[]" : `[${winners.map((one) => JSON.stringify(one)).join(", ")}]`;
    writeFileSync(script, `${readFileSync(script, "utf8")}  - expect: { winners: ${list} }\n`);
    const run = spawnSync(program, ["run", script, "--allow-outside", "--quiet"], { encoding: "utf8" });
    if (run.status !== 0) wrong.push(`${game}: the record does not replay: ${run.stderr.slice(0, 400)}`);
  }
  console.log(`${game}${keyboard ? " by keyboard" : ""}: ${clicks} clicks in ${links.length - 1} browsers, ${tried} options tried, ${ended ? "to its end" : "not to its end"}`);
  await context.close();
  server.removeAllListeners("exit");
  server.kill("SIGTERM");
}

// Of a set, things that look alike are clicked as often as they are to be in it, and once more to be in it no longer.
async function pickAlike() {
  const text = readFileSync("table/page/clicks.js", "utf8");
  const { Picks } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const references = [{ thing: 4, words: "penny" }, { thing: 6, words: "weed" }];
  const picks = new Picks({ set: true, references, rows: [[], [0], [1], [0, 0], [0, 1]] });
  const clicked = ["thing4", "thing4", "thing4", "thing6", "thing4", "thing4", "thing6"].map((key) => {
    picks.click([key]);
    return `${picks.whole()}: ${[...picks.lit()].sort()}`;
  });
  const wanted = ["1: thing4,thing6", "3: ", "0: thing4,thing6", "2: thing4", "4: ", "2: thing4", "0: thing4,thing6"];
  if (clicked.join() !== wanted.join()) wrong.push(`things that look alike in a set: ${clicked.join("; ")}`);
}

await pickAlike();
const left = [...games.entries()];
await Promise.all(
  Array.from({ length: AT_A_TIME }, async () => {
    const browser = await chromium.launch({ executablePath: browserPath });
    for (let next = left.shift(); next; next = left.shift()) await play(browser, next[1], next[0]);
    await browser.close();
  }),
);
rmSync(folder, { recursive: true });
for (const one of wrong) console.error(one);
process.exit(wrong.length > 0 ? 1 : 0);
