// Opens every page of the book in a browser, without scripts, as wide as a desk and as narrow as a phone; and lets axe-core look at some,
// light and dark.
// usage: node book.mjs FOLDER-OF-MODULES CHROMIUM FOLDER-OF-THE-BOOK
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { join, relative, resolve } from "node:path";
import { readFileSync, readdirSync } from "node:fs";

const [modules, chromium, book] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), "index.js"));
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const browser = await require("playwright-core").chromium.launch({ executablePath: chromium, args: ["--no-sandbox"] });

const pages = readdirSync(book, { recursive: true })
  .filter((name) => name.endsWith(".html") && !name.startsWith("files"))
  .sort()
  .map((name) => join(book, name));

let wrong = 0;
const tell = (words) => {
  wrong += 1;
  console.error(words);
};

const watched = async (context, name) => {
  const tab = await context.newPage();
  tab.on("console", (line) => line.type() === "error" && tell(`${name()}: the console says ${line.text()}`));
  tab.on("pageerror", (error) => tell(`${name()}: ${error.message}`));
  tab.on("request", (one) => /^(file|data):/.test(one.url()) || tell(`${name()}: asks for ${one.url()}`));
  return tab;
};

// What a reader without scripts gets, and whether it fits.
for (const width of [1200, 360]) {
  let name = "";
  const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: false });
  const tab = await watched(context, () => `${name}, ${width} wide`);
  for (const page of pages) {
    name = relative(book, page);
    await tab.goto(pathToFileURL(resolve(page)).href);
    const words = (await tab.locator("main").innerText()).length;
    if (words < 100) tell(`${name}: hardly anything can be read (${words} signs)`);
    if (!(await tab.locator("nav[aria-label=Contents] a[aria-current=page]").isVisible())) tell(`${name}: the contents do not show where one is`);
  }
  await context.close();
}

// Widths, and whether there are scripts after all.
const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
let name = "";
const tab = await watched(context, () => name);
for (const page of pages) {
  name = relative(book, page);
  await tab.goto(pathToFileURL(resolve(page)).href);
  if (await tab.$("script")) tell(`${name}: there is a script in it`);
  await tab.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  for (const width of [1200, 360]) {
    await tab.setViewportSize({ width, height: 800 });
    const aside = await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (aside > 0) tell(`${name}, ${width} wide: the page is ${aside} pixels too wide`);
  }
  await tab.setViewportSize({ width: 1200, height: 800 });
}

// All pages are made alike; axe-core, which takes its time, looks at one of each sort.
const SORTS = ["index.html", "tutorial/05-what-is-forbidden.html", "cookbook/index.html", "language/types.html", "commands.html", "glossary.html"];
for (const colorScheme of ["light", "dark"]) {
  await tab.emulateMedia({ colorScheme });
  for (const sort of SORTS) {
    name = `${sort}, ${colorScheme}`;
    await tab.goto(pathToFileURL(resolve(book, sort)).href);
    await tab.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    await tab.evaluate(axe);
    const { violations } = await tab.evaluate(() => axe.run({ preload: false }));
    for (const { impact, id, help, nodes } of violations) {
      if (impact !== "serious" && impact !== "critical") continue;
      tell(`${name}: ${id} (${impact}, ${nodes.length} times): ${help}\n  ${nodes[0].html.slice(0, 160)}\n  ${nodes[0].failureSummary}`);
    }
  }
}
await browser.close();
console.log(`${pages.length} pages of the book looked at, ${wrong} findings`);
process.exit(wrong ? 1 : 0);
