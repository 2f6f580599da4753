// Things on the table: pieces, cards, dice, what lies hidden.
import { html, svg, nothing } from "/page/lit-html.js";
import { signOf } from "/page/motion.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export const colour = (owner) => (owner === null || owner === undefined ? "nobodys" : `seat${owner % 8}`);

// "3 cards", "king of hearts", "die 4, used".
export function counted(piece) {
  return piece.said ? `${number(piece)}, ${piece.said}` : number(piece);
}

function number(piece) {
  if (piece.count === 1) return piece.several ? `1 ${piece.words}` : piece.words;
  return piece.several ? `${piece.count} ${piece.several}` : `${piece.count} × ${piece.words}`;
}

const told = (pieces) => pieces.map(counted).join(", ");

// What the letters on a board mean, of what stands there; nothing where all are of one sort.
export function meanings(pieces) {
  const found = new Map();
  for (const piece of pieces) found.set(piece.sort, piece.letter);
  return found.size > 1 ? [...found].sort() : [];
}

// A piece as a disc with its letter, or how many there are.
export function disc(piece, [x, y], radius, place) {
  const text = piece.count > 1 ? String(piece.count) : piece.letter;
  return svg`<g class="piece ${colour(piece.owner)} ${piece.struck ? "struck" : ""}" data-place=${place} data-sign=${signOf(piece)}><circle cx=${x} cy=${y} r=${radius}></circle>
    <text x=${x} y=${y} dy="0.36em" font-size=${radius * (text.length > 2 ? 0.7 : 1)}>${text}</text>
    ${piece.struck ? svg`<line x1=${x - radius} y1=${y + radius} x2=${x + radius} y2=${y - radius}></line>` : nothing}</g>`;
}

// A die that shows a number from 1 to 6 as its face, else its words.
export function die(piece, button) {
  const face = Number(piece.words.split(" ").at(-1));
  const spots = PIPS[face];
  const shown = spots
    ? html`<svg viewBox="-16 -16 32 32" class="die" aria-hidden="true"><rect x="-15" y="-15" width="30" height="30" rx="6"></rect>
        ${spots.map(([x, y]) => svg`<circle cx=${x * 8} cy=${y * 8} r="3"></circle>`)}
        ${piece.struck ? svg`<line x1="-15" y1="15" x2="15" y2="-15"></line>` : nothing}</svg>`
    : piece.words;
  const label = piece.said ? `${piece.words}, ${piece.said}` : piece.words;
  return button({ shown, label, piece, look: `${spots ? "bare" : "card"} ${piece.struck ? "struck" : ""}` });
}

// A card or tile with what is on it.
export function card(piece, button) {
  const shown = html`<span class="face">${piece.words}</span>${piece.count > 1 ? html`<span class="times">×${piece.count}</span>` : nothing}`;
  return button({ shown, label: counted(piece), piece, look: `card ${colour(piece.owner)} ${piece.struck ? "struck" : ""}` });
}

// What is known of a hidden pile or hand: how much it is.
export function hidden(spot) {
  const all = spot.hidden.reduce((sum, piece) => sum + piece.count, 0);
  const backs = Math.min(all, 5);
  return html`<span class="backs" aria-hidden="true">${Array.from({ length: backs }, () => html`<span class="back"></span>`)}</span>
    <span class="count">${told(spot.hidden)}</span>`;
}
