// Opens the rule documents in a browser and lets axe-core look at them: light and dark, wide and as on a phone.
// usage: node pages.mjs FOLDER-OF-MODULES CHROMIUM PAGE...
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { basename, join, resolve } from "node:path";
import { readFileSync } from "node:fs";

const [modules, chromium, ...pages] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), "index.js"));
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const browser = await require("playwright-core").chromium.launch({ executablePath: chromium, args: ["--no-sandbox"] });

let wrong = 0;
const tell = (words) => {
  wrong += 1;
  console.error(words);
};
async function look(page, colorScheme, width) {
  const name = `${basename(page)}, ${colorScheme}, ${width} wide`;
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
  const tab = await context.newPage();
  tab.on("console", (line) => line.type() === "error" && tell(`${name}: the console says ${line.text()}`));
  tab.on("pageerror", (error) => tell(`${name}: ${error.message}`));
  tab.on("request", (one) => one.url().startsWith("file:") || tell(`${name}: asks for ${one.url()}`));
  await tab.goto(pathToFileURL(resolve(page)).href);
  // What is folded away is looked at too.
  await tab.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => axe.run());
  for (const { impact, id, help, nodes } of violations) {
    if (impact !== "serious" && impact !== "critical") continue;
    const first = nodes[0];
    tell(`${name}: ${id} (${impact}, ${nodes.length} times): ${help}\n  ${first.html.slice(0, 160)}\n  ${first.failureSummary.split("\n").join("\n  ")}`);
  }
  const aside = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (aside > 0) tell(`${name}: the page is ${aside} pixels too wide`);
  // What is searched for is found, what is not is folded away, and nothing is left of it.
  const field = await tab.$("input[type=search]");
  if (field) {
    const entries = () => tab.$$eval("main article", (all) => all.filter((one) => one.checkVisibility()).length);
    const before = await entries();
    await field.fill("qqqq");
    const none = await entries();
    await field.fill(await tab.$eval("main article h3", (one) => one.textContent));
    if ((await entries()) === 0) tell(`${name}: the search does not find a heading`);
    await field.fill("");
    if (none !== 0 || (await entries()) !== before) tell(`${name}: the search shows ${none} entries for what stands nowhere`);
  }
  await context.close();
}

// One page takes one processor.
const AT_A_TIME = 2;
const left = pages.flatMap((page) => ["light", "dark"].flatMap((scheme) => [1200, 360].map((width) => [page, scheme, width])));
await Promise.all(
  Array.from({ length: AT_A_TIME }, async () => {
    for (let next = left.shift(); next; next = left.shift()) await look(...next);
  }),
);
await browser.close();
console.log(`${pages.length} pages looked at, ${wrong} findings`);
process.exit(wrong ? 1 : 0);
