// Whether clicks lead to every option of a question, and to no other one. It stands by itself, since it runs in browsers, too.

// Of the first `most` options: how many were tried, how many are answered by clicks alone, by clicks and then a choice from a short list,
// how many have nothing that could be clicked, the most clicks that it took, and what went wrong.
export function reach(Picks, question, most) {
  const many = Math.min(question.rows.length, most);
  const found = { tried: many, clicked: 0, chosen: 0, listed: 0, clicks: 0, wrong: [] };
  const same = (one, other) => JSON.stringify(question.rows[one]) === JSON.stringify(question.rows[other]);
  for (let number = 0; number < many; number += 1) {
    const row = question.rows[number];
    const picks = new Picks(question);
    const hot = row.map((reference) => picks.keys[reference]).filter((one) => one !== null);
    let came = { kind: "list" };
    let clicks = 0;
    for (const key of hot) {
      // A thing may stand in several slots; what is picked already is not clicked again, but in a set, of which things may be alike.
      if (!question.set && picks.chosen().has(key)) continue;
      if (!picks.lit().has(key)) found.wrong.push(`${question.words[number]}: ${key} is not lit`);
      came = picks.click([key]);
      clicks += 1;
      if (came.kind === "answer" || came.kind === "choose" || came.kind === "no") break;
    }
    const left = picks.live();
    const fine = question.set
      ? picks.whole() !== null && question.rows[picks.whole()].length === row.length && picks.fits(row)
      : came.kind === "answer" ? came.option === number || same(came.option, number) : came.kind !== "no" && left.includes(number);
    if (!fine) found.wrong.push(`${question.words[number]}: ${came.kind}`);
    else if (question.set || came.kind === "answer") found.clicked += 1;
    else if (hot.length > 0) found.chosen += 1;
    else found.listed += 1;
    if (!question.set) found.clicks = Math.max(found.clicks, clicks);
  }
  return found;
}
