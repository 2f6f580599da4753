// From clicks to an answer: options are rows of references to places, things and players; each click leaves the rows that fit.
// Nothing here knows a page, so that it can be tried on every question there is.

// What a reference stands for on the table, as a word; nothing for what cannot be pointed at.
export function keyOf(reference) {
  if (reference.place !== undefined) return `place${reference.place}`;
  if (reference.thing !== undefined) return `thing${reference.thing}`;
  if (reference.player !== undefined) return `player${reference.player}`;
  return null;
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

  fits(row) {
    if (this.isSet) return this.picked.every(({ reference }) => row.includes(reference));
    return this.picked.every(({ slot, reference }) => row[slot] === reference);
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
      this.question.rows[number].forEach((reference, slot) => {
        if (this.keys[reference] !== null && !this.has(slot, reference)) lit.add(this.keys[reference]);
      });
    }
    return lit;
  }

  has(slot, reference) {
    return this.picked.some((pick) => (this.isSet ? pick.reference === reference : pick.slot === slot));
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
    const taken = this.picked.findIndex(({ reference }) => keys.includes(this.keys[reference]));
    if (taken >= 0) {
      if (this.isSet) this.picked.splice(taken, 1);
      else this.picked.length = taken;
      return { kind: "more" };
    }
    const found = this.firstFitting(keys);
    if (!found) return { kind: "no" };
    this.picked.push(found);
    if (this.isSet) return { kind: "more" };
    const live = this.live();
    if (live.length === 1) return { kind: "answer", option: live[0] };
    return this.lit().size === 0 ? { kind: "choose", options: live } : { kind: "more" };
  }

  // The first slot in written order in which some option that is left has one of these.
  firstFitting(keys) {
    let first = null;
    for (const number of this.live()) {
      this.question.rows[number].forEach((reference, slot) => {
        const better = first === null || slot < first.slot;
        if (better && keys.includes(this.keys[reference]) && !this.has(slot, reference)) first = { slot, reference };
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
