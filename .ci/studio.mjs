// An author's first quarter of an hour in the studio.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [, , modules, browserPath, program] = process.argv;
const require = createRequire(resolve(modules, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "studio-"));
const wrong = [];
const wanted = (what, fine, seen = "") => fine || wrong.push(`${what} ${typeof seen === "string" ? seen : JSON.stringify(seen)}`);

const server = spawn(program, ["studio", folder, "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
const link = await new Promise((done, failed) => {
  let text = "";
  server.on("exit", (code) => failed(new Error(`the studio ended with ${code}`)));
  server.stdout.on("data", (data) => {
    text += data;
    if (text.includes("Ctrl-C")) done(/http\S+/.exec(text)[0]);
  });
});
// Whatever goes wrong here, no server is left behind.
process.on("exit", () => server.kill());
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });

async function arrive(look) {
  const context = await browser.newContext({ bypassCSP: false, ...look });
  const page = await context.newPage();
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => wrong.push(`page: ${error}`));
  await page.goto(link);
  await page.waitForFunction(() => window.inStudio?.().table && window.inStudio().text);
  return page;
}

const inside = (page) => page.evaluate(() => {
  const { rules, scripts, version, said, files, text } = window.inStudio();
  return { rules, scripts, version, said, files, text };
});
const change = (page, from, to) => page.evaluate(([from, to]) => {
  const studio = window.inStudio();
  studio.replace(studio.text.replaceAll(from, to));
}, [from, to]);
const until = (page, what, test) => page.waitForFunction(test, null, { timeout: 8000 }).catch(() => wrong.push(`waited in vain: ${what}`));

// axe wants to run what the page's own rules forbid, so it looks at a page of its own.
async function look(view) {
  const context = await browser.newContext({ bypassCSP: true, ...view });
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForFunction(() => window.inStudio?.().table && window.inStudio().text);
  await page.waitForTimeout(400);
  for (const tab of ["Table", "Scripts"]) {
    await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, { iframes: false }));
    for (const one of violations) wrong.push(`axe (${JSON.stringify(view)}, ${tab}): ${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  wanted("the page is too wide", wide <= 0, `${wide}`);
  await context.close();
}

const page = await arrive({ viewport: { width: 1400, height: 900 } });
const table = () => page.frames().filter((frame) => frame.url().includes("/t/") && !frame.url().includes("rules"));
while (table().length === 0) await page.waitForTimeout(50);
await table()[0].getByRole("button", { name: "add 3" }).click();
await page.waitForFunction(() => window.inStudio().seat === 1).catch(() => wrong.push("the studio does not go to whoever decides"));

const begun = Date.now();
await change(page, "10", "12");
await until(page, "a changed number", () => window.inStudio().rules.kept === "stands");
console.log(`a changed number is on the table after ${Date.now() - begun} ms`);
await until(page, "scripts that follow", () => window.inStudio().scripts.some((script) => !script.ok));

await change(page, "choose n", "chose n");
await until(page, "a mistake", () => window.inStudio().rules.ok === false);
await page.waitForSelector(".cm-lintRange-error, .cm-lint-marker-error").catch(() => wrong.push("the mistake is not marked"));
await page.locator(".state button").click();
await change(page, "chose n", "choose n");
await until(page, "a mended mistake", () => window.inStudio().rules.ok);

// Completion knows the names of the game.
await page.evaluate(() => { const studio = window.inStudio(); studio.replace(studio.text.trimEnd().replace(/\}$/, "  set to\n}\n")); });
await page.locator(".cm-line", { hasText: /^\s*set to$/ }).click();
await page.keyboard.press("End");
await page.keyboard.press("Control+Space");
await page.waitForSelector(".cm-tooltip-autocomplete").catch(() => wrong.push("nothing is offered"));
wanted("`total` is offered", (await page.locator(".cm-tooltip-autocomplete").textContent().catch(() => "")).includes("total"));
await page.keyboard.press("Escape");
await change(page, "  set to\n", "");

// The other player goes on, until the game is over.
for (let turn = 0; turn < 12; turn += 1) {
  const seat = await page.evaluate(() => window.inStudio().seat);
  const frame = (await Promise.all(table().map(async (one) => [one, await one.evaluate(() => window.atTable?.().asked)]))).find(([, asks]) => asks)?.[0];
  if (!frame) break;
  await frame.getByRole("button", { name: /^add/ }).or(frame.locator(".options button")).last().click().catch(() => wrong.push(`seat ${seat} cannot be played`));
  await page.waitForTimeout(250);
}
await page.getByRole("button", { name: "Make a script of this game" }).click();
await page.getByRole("textbox", { name: /called/ }).fill("Up to twelve");
await page.getByRole("button", { name: "Fine" }).click();
await until(page, "a new script", () => window.inStudio().files.includes("up-to-twelve.yaml"));
const state = await inside(page);
wanted("the new script says what it shows", state.text.includes('title: "Up to twelve"') && state.text.includes("expect"), state.text);
await page.getByRole("button", { name: "first.rules" }).click();
await page.keyboard.press("Control+s");
await until(page, "saved rules", () => window.inStudio().said.includes("first.rules is saved"));
wanted("the file is written", readFileSync(join(folder, "first.rules"), "utf8").includes("12"));
await page.getByRole("tab", { name: /^Scripts/ }).click();
await until(page, "a good script", () => window.inStudio().scripts.some((script) => script.name === "up-to-twelve.yaml" && script.ok));
await page.getByRole("button", { name: "See where it stops" }).first().click();
await until(page, "where it stops", () => /line \d/.test(window.inStudio().said));
await page.getByRole("tab", { name: "Rule document" }).click();
await page.frameLocator("#panel-document iframe").locator("h1").waitFor().catch(() => wrong.push("there is no rule document"));
await page.context().close();

for (const colorScheme of ["light", "dark"]) await look({ viewport: { width: 1400, height: 900 }, colorScheme });
await look({ viewport: { width: 360, height: 740 }, hasTouch: true });

await browser.close();
server.kill();
rmSync(folder, { recursive: true, force: true });
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
console.log("the studio does what an author needs");
