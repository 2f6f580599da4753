// Whole games in the browser: four players, each in a browser of its own, click at random at the same time until the game is over. With BY=keys
// they use nothing but Tab, Shift+Tab and Enter, with BY=touch a finger on a phone, with BY=tree what a screen reader is told: buttons by their
// names. All see the same end, nothing is said in the console, and the record leads to the same places.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [, , modules, browserPath, program, ...games] = process.argv;
const require = createRequire(resolve(modules, "package.json"));
const { chromium } = require("playwright-core");
const MOST = Number(process.env.PLAYERS ?? 4);
const BY = process.env.BY ?? "clicks";
// Nobody clicked for so long: nobody can go on.
const STUCK = 30_000;
const LONGEST = Number(process.env.LONGEST ?? 600_000);
const NAMES = ["Ann", "Ben", "Cleo", "Dan"];
const folder = mkdtempSync(join(tmpdir(), "whole-"));
const wrong = [];

// A table for as many as can play, four at most; rules that name their players have as many as they name.
async function open(game) {
  for (const players of [4, 3, 2, 1, 0].filter((one) => one <= MOST)) {
    const who = players === 0 ? [] : ["--players", NAMES.slice(0, players).join(",")];
    const server = spawn(program, ["table", game, ...who, "--listen", "127.0.0.1:0", "--seed", "7"], { stdio: ["ignore", "pipe", "ignore"] });
    const links = await new Promise((done) => {
      let text = "";
      server.on("exit", () => done(null));
      server.stdout.on("data", (data) => {
        text += data;
        if (text.includes("Ctrl-C")) done([...text.matchAll(/^ {2}\S.*? +(http\S+)$/gm)].map(([, link]) => link));
      });
    });
    if (links) return { server, links };
  }
  throw new Error(`${game}: no table`);
}

// In the page: clicks what may be clicked until the game is over, or nobody is asked for too long.
async function clicks({ seed, stuck }) {
  let state = seed;
  const below = (count) => (state = (state * 1103515245 + 12345) % 2147483648) % count;
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  let [count, last] = [0, Date.now()];
  while (!window.atTable().over && Date.now() - last < stuck) {
    if (window.atTable().asked) {
      const buttons = [...document.querySelectorAll("button.lit, .options button, .set button:not([disabled])")].filter((one) => one.checkVisibility());
      const one = buttons[below(Math.max(buttons.length, 1))] ?? document.querySelector("details:not([open]) summary");
      one?.click();
      count += one ? 1 : 0;
      window.clicks = count;
      if (one) last = Date.now();
    } else {
      // Others are at it.
      last = document.querySelector(".lost") ? last : Math.max(last, window.lastFrame ?? last);
    }
    await wait(window.atTable().asked ? 1 : 15);
  }
  return count;
}

// In the page: something of what may be pressed, one of the six that are nearest, and how many times Tab leads there, or Shift+Tab if that is
// negative; null if nobody is asked.
function choose({ random, count }) {
  window.clicks = count;
  const { asked, over } = window.atTable();
  const told = { over, tabs: null, lastFrame: document.querySelector(".lost") ? 0 : window.lastFrame ?? 0 };
  if (!asked) return told;
  const isSeen = (one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0;
  const buttons = [...document.querySelectorAll("button.lit, .options button, .set button:not([disabled])")].filter(isSeen);
  const reached = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(isSeen);
  const here = reached.indexOf(document.activeElement);
  const away = (one) => reached.indexOf(one) - here;
  const near = buttons.sort((one, other) => Math.abs(away(one)) - Math.abs(away(other))).slice(0, 6);
  window.target = near[random % Math.max(near.length, 1)] ?? document.querySelector("details:not([open]) summary");
  if (!window.target) return told;
  told.tabs = away(window.target);
  return told;
}

// By keyboard alone, until the game is over or nobody is asked for too long.
async function keys(page, { seed, stuck }) {
  let state = seed;
  let [count, missed, last] = [0, 0, Date.now()];
  while (Date.now() - last < stuck) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const { over, tabs, lastFrame } = await page.evaluate(choose, { random: state, count });
    if (over) break;
    if (tabs === null) {
      last = Math.max(last, lastFrame);
      await page.waitForTimeout(15);
      continue;
    }
    for (let presses = Math.abs(tabs); presses > 0; presses -= 1) await page.keyboard.press(tabs < 0 ? "Shift+Tab" : "Tab");
    // What others do meanwhile may have drawn the page anew.
    const is = await page.evaluate(() => document.activeElement === window.target);
    missed = is ? 0 : missed + 1;
    if (missed > 50) throw new Error("the keyboard does not reach what may be pressed");
    if (!is) continue;
    await page.keyboard.press("Enter");
    count += 1;
    last = Date.now();
  }
  return count;
}

// What a finger may tap, and what a screen reader is told that may be pressed.
const offered = {
  touch: (page) => page.locator("button.lit, .options button, .set button:not([disabled])").filter({ visible: true }),
  tree: (page) => page.getByRole("region", { name: "Your turn" }).getByRole("button", { disabled: false }).or(page.getByRole("button", { name: /may be chosen$/ })),
};

// In the page: how things stand.
function stands(count) {
  window.clicks = count;
  return { ...window.atTable(), lastFrame: window.lastFrame ?? 0 };
}

// By touch, or by names alone, until the game is over or nobody is asked for too long.
async function hands(page, { seed, stuck }) {
  let state = seed;
  let [count, last] = [0, Date.now()];
  while (Date.now() - last < stuck) {
    const { asked, over, lastFrame } = await page.evaluate(stands, count);
    if (over) break;
    if (!asked) {
      last = Math.max(last, lastFrame);
      await page.waitForTimeout(15);
      continue;
    }
    state = (state * 1103515245 + 12345) % 2147483648;
    const buttons = offered[BY](page);
    const found = await buttons.count();
    const one = found > 0 ? buttons.nth(state % found) : page.getByText(/^All \d+ options$/);
    // Others may have been faster.
    await (BY === "touch" ? one.tap({ timeout: 2000 }) : one.click({ timeout: 2000 })).then(() => (last = Date.now()), () => {});
    count += 1;
  }
  return count;
}

async function play(browsers, game) {
  const begun = Date.now();
  let over = false;
  const { server, links } = await open(game);
  const pages = await Promise.all(links.slice(0, -1).map(async (link, seat) => {
    const context = await browsers[seat % browsers.length].newContext(BY === "touch" ? { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } : { viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(`${game}, seat ${seat}: ${message.text()}`));
    page.on("pageerror", (error) => wrong.push(`${game}, seat ${seat}: ${error.message}`));
    // Whatever comes shows that the game goes on.
    await page.addInitScript(() => {
      const Plain = window.WebSocket;
      window.WebSocket = class extends Plain {
        constructor(...given) {
          super(...given);
          this.addEventListener("message", ({ data }) => data.startsWith('{"t":"pong"') || (window.lastFrame = Date.now()));
        }
      };
    });
    await page.goto(link);
    await page.waitForSelector("header h1");
    return page;
  }));
  const plays = (page, given) => (BY === "clicks" ? page.evaluate(clicks, given) : BY === "keys" ? keys(page, given) : hands(page, given));
  const played = Promise.all(pages.map((page, seat) => plays(page, { seed: 20260101 + seat, stuck: STUCK }))).catch((error) => {
    if (BY !== "clicks" && !over) wrong.push(`${game}: ${error.message}`);
    return null;
  });
  const late = new Promise((done) => setTimeout(() => done(null), LONGEST).unref());
  const counts = await Promise.race([played, late]);
  const ends = counts && (await Promise.all(pages.map((page) => page.evaluate(() => window.atTable()))));
  const sofar = counts ?? (await Promise.all(pages.map((page) => page.evaluate(() => window.clicks ?? 0))));
  const sum = sofar.reduce((one, other) => one + other, 0);
  if (!counts) wrong.push(`${game}: not over after ${LONGEST / 1000} s and ${sum} clicks`);
  else if (!ends.every((end) => end.over)) wrong.push(`${game}: nobody can go on after ${sum} clicks`);
  else if (new Set(ends.map((end) => JSON.stringify(end.places))).size !== 1) wrong.push(`${game}: not all see the same end`);
  else await replay(pages[0], game, ends[0].places);
  console.log(`${game}: ${sum} ${{ clicks: "clicks", keys: "keys pressed", touch: "taps", tree: "buttons by their names" }[BY]} in ${pages.length} browsers, ${Math.round((Date.now() - begun) / 1000)} s`);
  over = true;
  await Promise.all(pages.map((page) => page.context().close()));
  server.removeAllListeners("exit");
  server.kill("SIGTERM");
}

// The record that the page gives out leads to the same end.
async function replay(page, game, places) {
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save as a script")]);
  const script = join(folder, "game.yaml");
  await saved.saveAs(script);
  const told = spawnSync(program, ["options", script, "--allow-outside", "--format", "json"], { encoding: "utf8" });
  const end = told.status === 0 ? JSON.parse(told.stdout) : null;
  if (!end?.over || JSON.stringify(end.outcome?.places) !== JSON.stringify(places)) wrong.push(`${game}: the record does not lead to the same end: ${told.stderr.slice(0, 400)}`);
}

const browsers = await Promise.all(Array.from({ length: MOST }, () => chromium.launch({ executablePath: browserPath })));
for (const game of games) await play(browsers, game);
await Promise.all(browsers.map((browser) => browser.close()));
rmSync(folder, { recursive: true });
for (const one of wrong) console.error(one);
process.exit(wrong.length > 0 ? 1 : 0);
