// Reads questions, a line each, and looks that clicks lead to every option. No browser is needed: what makes answers of clicks knows no page.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { reach } from "./reach.mjs";

const { Picks } = await import(`data:text/javascript,${encodeURIComponent(readFileSync("table/page/clicks.js", "utf8"))}`);
const [, , wanted] = process.argv;
const games = new Map();
const wrong = [];
for await (const line of createInterface({ input: process.stdin })) {
  const { game, question } = JSON.parse(line);
  const found = reach(Picks, question, 400);
  const sum = games.get(game) ?? { questions: 0, tried: 0, clicked: 0, chosen: 0, listed: 0, clicks: 0 };
  games.set(game, sum);
  sum.questions += 1;
  for (const name of ["tried", "clicked", "chosen", "listed"]) sum[name] += found[name];
  sum.clicks = Math.max(sum.clicks, found.clicks);
  wrong.push(...found.wrong.map((one) => `${game}: not within reach: ${one}`));
}
const total = { questions: 0, tried: 0, clicked: 0, chosen: 0, listed: 0, clicks: 0 };
const told = ({ questions, tried, clicked, chosen, listed, clicks }) =>
  `${tried} options of ${questions} questions: ${clicked} by clicks alone, ${chosen} by clicks and a choice, ${listed} in the list alone; ${clicks} clicks at most outside of sets`;
for (const [game, sum] of games) {
  console.log(`${game}: ${told(sum)}`);
  for (const name of ["questions", "tried", "clicked", "chosen", "listed"]) total[name] += sum[name];
  total.clicks = Math.max(total.clicks, sum.clicks);
}
console.log(`${games.size} games, ${told(total)}`);
for (const one of wrong.slice(0, 30)) console.error(one);
if (total.tried < Number(wanted)) console.error(`only ${total.tried} options were tried`);
process.exit(wrong.length > 0 || total.tried < Number(wanted) ? 1 : 0);
