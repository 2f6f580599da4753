// From clicks to an answer: options are rows of references to places, things and players; each click leaves the rows that fit.
// Nothing here knows a page, so that it can be tried on every question there is.

// What a reference stands for on the table, as a word; nothing for what cannot be pointed at.
export function keyOf(reference) {
  if (reference.place !== undefined) return `place${reference.place}`;
  if (reference.thing !== undefined) return `thing${reference.thing}`;
  if (reference.player !== undefined) return `player${reference.player}`;
  return null;
}

function times(row, reference) {
  return row.filter((one) => one === reference).length;
}

export class Picks {
  constructor(question) {
    this.question = question;
    this.keys = question.references.map(keyOf);
    // Slot by slot, in the order in which they were chosen; of a set the elements.
    this.picked = [];
  }

  get isSet() {
    return this.question.set;
  }

  // Of a set as often as it was picked: things that look alike are one reference, which a row then holds several times.
  fits(row) {
    if (this.isSet) return this.picked.every(({ reference }) => times(row, reference) >= this.count(reference));
    return this.picked.every(({ slot, reference }) => row[slot] === reference);
  }

  count(reference) {
    return this.picked.filter((pick) => pick.reference === reference).length;
  }

  // The options that are left, by number.
  live() {
    const rows = this.question.rows;
    return rows.map((_, number) => number).filter((number) => this.fits(rows[number]));
  }

  // What may be clicked next.
  lit() {
    const lit = new Set();
    for (const number of this.live()) {
      const row = this.question.rows[number];
      row.forEach((reference, slot) => {
        if (this.keys[reference] !== null && this.isOpen(row, slot)) lit.add(this.keys[reference]);
      });
    }
    return lit;
  }

  // Whether an option that is left holds something that is not picked yet.
  isOpen(row, slot) {
    if (this.isSet) return times(row, row[slot]) > this.count(row[slot]);
    return !this.picked.some((pick) => pick.slot === slot);
  }

  // Whether things are taken somewhere: an option names two things that can be pointed at.
  get isWay() {
    this.way ??= !this.isSet && this.question.rows.some((row) => row.filter((reference) => this.keys[reference] !== null).length > 1);
    return this.way;
  }

  chosen() {
    return new Set(this.picked.map(({ reference }) => this.keys[reference]));
  }

  words() {
    return this.picked.map(({ reference }) => this.question.references[reference].words);
  }

  // What a click on one of these comes to: `answer` with the number of the option, `choose` between options of which
  // nothing can be pointed at any more, `more` clicks, or `no`, since nothing like that is on offer.
  click(keys) {
    const isOfThese = ({ reference }) => keys.includes(this.keys[reference]);
    if (this.isSet) return this.clickInSet(keys, isOfThese);
    const taken = this.picked.findIndex(isOfThese);
    if (taken >= 0) {
      this.picked.length = taken;
      return { kind: "more" };
    }
    const found = this.firstFitting(keys);
    if (!found) return { kind: "no" };
    this.picked.push(found);
    const live = this.live();
    if (live.length === 1) return { kind: "answer", option: live[0] };
    return this.lit().size === 0 ? { kind: "choose", options: live } : { kind: "more" };
  }

  // One more of it, and where no more of it can be had, none of it.
  clickInSet(keys, isOfThese) {
    const found = this.firstFitting(keys);
    if (found) this.picked.push(found);
    else if (this.picked.some(isOfThese)) this.picked = this.picked.filter((pick) => !isOfThese(pick));
    else return { kind: "no" };
    return { kind: "more" };
  }

  // The first slot in written order in which some option that is left has one of these.
  firstFitting(keys) {
    let first = null;
    for (const number of this.live()) {
      const row = this.question.rows[number];
      row.forEach((reference, slot) => {
        const better = first === null || slot < first.slot;
        if (better && keys.includes(this.keys[reference]) && this.isOpen(row, slot)) first = { slot, reference };
      });
    }
    return first;
  }

  // The option that a set is, if it is one.
  whole() {
    if (!this.isSet) return null;
    const same = (row) => row.length === this.picked.length && this.fits(row);
    const number = this.question.rows.findIndex(same);
    return number < 0 ? null : number;
  }

  back() {
    this.picked.pop();
  }
}
