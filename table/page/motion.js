// What just happened is seen: what has moved slides to its place, what is revealed turns over. It is worked out from two tables as this
// browser was sent them, and from nothing else.

const LONG = 350;
// Where more than this has moved at once, another game lies there.
const MOST = 24;

// What lies where: of each place how often each sort of thing lies there openly, and how many lie there hidden.
function holdings(scene) {
  const found = new Map();
  const put = (place, pieces, hidden) => {
    if (place === null || place === undefined) return;
    const here = found.get(place) ?? { open: new Map(), hidden: 0 };
    found.set(place, here);
    if (hidden) here.hidden += pieces.reduce((sum, piece) => sum + piece.count, 0);
    else for (const piece of pieces) here.open.set(signOf(piece), (here.open.get(signOf(piece)) ?? 0) + piece.count);
  };
  for (const board of scene.boards) for (const [index, pieces] of Object.entries(board.standing)) put(board.places[index], pieces);
  for (const spot of [...scene.common, ...scene.seats.flatMap((seat) => seat.spots)]) {
    put(spot.place, spot.open ?? spot.pile ?? (spot.top ? [spot.top] : []));
    if (spot.hidden) put(spot.place, spot.hidden, true);
  }
  return found;
}

export const signOf = (piece) => `${piece.kind} ${piece.owner} ${piece.words}`;

// What went where from one table to the next: `from` is null for what lay nowhere to be seen, `sign` for what is hidden; `turned` is what
// lay hidden and lies open now.
export function moves(before, after) {
  const [old, now] = [holdings(before), holdings(after)];
  const nothing = { open: new Map(), hidden: 0 };
  const [left, came] = [[], []];
  const hidden = { left: [], came: [] };
  for (const place of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(place) ?? nothing, now.get(place) ?? nothing];
    for (const sign of new Set([...was.open.keys(), ...is.open.keys()])) {
      const more = (is.open.get(sign) ?? 0) - (was.open.get(sign) ?? 0);
      for (let one = 0; one < Math.abs(more); one += 1) (more > 0 ? came : left).push({ place, sign });
    }
    if (is.hidden !== was.hidden) (is.hidden > was.hidden ? hidden.came : hidden.left).push(place);
  }
  const found = came.map(({ place, sign }) => {
    const at = left.findIndex((one) => one.sign === sign);
    if (at >= 0) return { from: left.splice(at, 1)[0].place, to: place, sign, turned: false };
    // It lay hidden: where is known if only one place has less than it had.
    const from = hidden.left.length === 1 ? hidden.left[0] : null;
    return { from, to: place, sign, turned: hidden.left.length > 0 };
  });
  if (hidden.left.length === 1 && hidden.came.length === 1) found.push({ from: hidden.left[0], to: hidden.came[0], sign: null, turned: false });
  return found.length > MOST ? [] : found;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Where every place of the table is on the screen.
export function places(root) {
  if (still.matches) return new Map();
  return new Map([...root.querySelectorAll("[data-place]")].filter((one) => one.tagName !== "g").map((one) => [one.dataset.place, middle(one)]));
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// Shows the moves. `before` says where every place was.
export function show(root, found, before) {
  if (still.matches || document.hidden) return;
  const taken = new Set();
  for (const { from, to, sign, turned } of found) {
    const element = shape(root, to, sign, taken);
    if (!element) continue;
    taken.add(element);
    element.getAnimations().forEach((one) => one.cancel());
    const start = from === null ? undefined : before.get(String(from));
    const at = middle(element);
    const scale = element.ownerSVGElement ? element.ownerSVGElement.getScreenCTM().a : 1;
    const shift = start ? `translate(${(start[0] - at[0]) / scale}px, ${(start[1] - at[1]) / scale}px)` : "translate(0, 0)";
    // Half of the way it is thin as an edge: it turns over.
    const frames = turned
      ? [{ transform: `${shift} scaleX(0)` }, { transform: "translate(0, 0) scaleX(1)" }]
      : [{ transform: shift }, { transform: "translate(0, 0)" }];
    if (start || turned) element.animate(frames, { duration: LONG, easing: "ease-out" });
  }
}

// What is drawn of a thing that has come to a place; what lies hidden has backs.
function shape(root, place, sign, taken) {
  const all = root.querySelectorAll(`g[data-place="${place}"], .zone[data-place="${place}"] ${sign === null ? ".backs" : "button"}`);
  return [...all].find((one) => !taken.has(one) && (sign === null || one.dataset.sign === sign)) ?? (sign === null ? null : all[0]);
}
