// Boards: a picture, and over it a real button for every place.
import { html, svg, nothing } from "/page/lit-html.js";
import { counted, disc, meanings } from "/page/things.js";

const SIDE = 44;
const EDGE = 18;
// Half of the room of a place that is a dot.
const DOT = 16;
// The fewest pixels of a place.
const SMALLEST = 28;

// A board with what stands on it. `press({ keys, words })` is called for a click on a place.
export function board(plan, scene, { lit, chosen, drags, press, label }) {
  // Rows of hexagons that stand on a corner lie closer to each other than their columns.
  const half = (plan.hexagons ?? [15, 15]).map((parts) => (parts * SIDE) / 30);
  const [width, height] = plan.size.map((halves, axis) => (halves - 2) * half[axis] + SIDE + 2 * EDGE);
  // Whoever sits on the other side sees it turned half round.
  const seen = (at) => (scene.turned ? at.map((halves, axis) => plan.size[axis] - 2 - halves) : at);
  const middle = (at) => seen(at).map((halves, axis) => EDGE + halves * half[axis] + SIDE / 2);
  const centre = (spot) => middle(spot.at);
  const open = plan.lines.length > 0;
  const thingsOf = (index) => (scene.standing[index] ?? []).filter((piece) => piece.thing !== null).map((piece) => `thing${piece.thing}`);
  const keysOf = (index) => [`place${scene.places[index]}`, ...thingsOf(index)];
  const stateOf = (keys) => (keys.some((key) => chosen.has(key)) ? "chosen" : keys.some((key) => lit.has(key)) ? "lit" : "");
  // Only hexagons are lit themselves: the buttons over them have corners.
  const look = (index) => ({ open, hexagons: plan.hexagons, changed: scene.changed.includes(index), state: plan.hexagons ? stateOf(keysOf(index)) : "" });
  // No place is smaller than a finger needs; a board that is too wide then is moved sideways.
  const least = SMALLEST / (open ? 2 * DOT : SIDE);
  return html`<section class="board" aria-label=${plan.name}>
    <h2>${plan.name}</h2>
    <div class="scroll"><div class="field" .style=${`min-width: ${Math.ceil(width * least)}px; max-width: ${Math.round(width * 1.35)}px; aspect-ratio: ${width} / ${height}`} @keydown=${move}>
      <svg viewBox="0 0 ${width} ${height}" aria-hidden="true">
        ${plan.lines.map(([from, to]) => line("edge", centre(plan.spots[from]), centre(plan.spots[to])))}
        ${plan.path ? plan.spots.slice(1).map((spot, index) => (spot && !spot.beside ? line("way", centre(plan.spots[index]), centre(spot)) : nothing)) : nothing}
        ${plan.spots.map((spot, index) => (spot ? place(spot, centre(spot), look(index)) : nothing))}
        ${Object.entries(scene.standing).map(([index, pieces]) => standing(pieces, plan.spots[index], centre(plan.spots[index]), { open, hexagons: plan.hexagons, at: scene.places[index] }))}
        ${open ? plan.spots.map((spot) => (spot?.label ? name(spot, centre(spot)) : nothing)) : nothing}
        ${plan.edges ? edges(plan, scene.turned) : nothing}
        ${plan.rim.map(([words, across, down]) => rim(words, middle([across / 4, down / 4])))}
      </svg>
      ${plan.spots.map((spot, index) => {
        // Somebody's places beside the board, who does not play along.
        if (!spot) return nothing;
        const pieces = scene.standing[index] ?? [];
        const keys = keysOf(index);
        const state = stateOf(keys);
        const [x, y] = centre(spot);
        const [wide, high] = open ? [DOT, DOT] : half;
        const at = (value, of) => `${(100 * value) / of}%`;
        const words = [spot.name, ...pieces.map(counted), label(state)].filter(Boolean).join(", ");
        const about = { keys, words: pieces[0]?.words ? [spot.name, pieces[0].words] : [spot.name] };
        return html`<button type="button" class="spot ${state} ${plan.hexagons ? "six" : ""} ${drags && state && pieces.length > 0 ? "drags" : ""}" data-place=${scene.places[index]} .press=${about} aria-label=${words} tabindex=${index === 0 || state ? 0 : -1}
          .style=${`left: ${at(x - wide, width)}; top: ${at(y - high, height)}; width: ${at(2 * wide, width)}; height: ${at(2 * high, height)}`}
          @click=${() => press(about)}></button>`;
      })}
    </div></div>
    ${legend(plan, meanings(Object.values(scene.standing).flat()))}
  </section>`;
}

const line = (name, [x1, y1], [x2, y2]) => svg`<line class=${name} x1=${x1} y1=${y1} x2=${x2} y2=${y2}></line>`;

function place(spot, [x, y], { open, hexagons, changed, state }) {
  const mark = spot.marks.length > 0 ? `mark${spot.marks[0] % 6}` : "";
  const name = `place ${mark} ${spot.beside ? "beside" : ""} ${changed ? "changed" : ""} ${state}`;
  // The name of a place on lines stands above what stands there.
  if (open) return svg`<circle class=${name} cx=${x} cy=${y} r="10"></circle>`;
  if (hexagons) return svg`<polygon class=${name} points=${hexagon(x, y, hexagons[0] > hexagons[1])}></polygon>`;
  const shape = svg`<rect class=${name} x=${x - SIDE / 2 + 1} y=${y - SIDE / 2 + 1} width=${SIDE - 2} height=${SIDE - 2} rx="6"></rect>`;
  return spot.label ? svg`${shape}<text class="number" x=${x - SIDE / 2 + 5} y=${y - SIDE / 2 + 12}>${spot.label}</text>` : shape;
}

// The corners of a hexagon that is as wide between two sides as a square.
function hexagon(x, y, pointed) {
  const [near, far] = [SIDE / 2 - 2, (SIDE * 15) / 26 - 2];
  const corners = [[0, -far], [near, -far / 2], [near, far / 2], [0, far], [-near, far / 2], [-near, -far / 2]];
  return corners.map(([across, down]) => (pointed ? [x + across, y + down] : [x + down, y + across]).join(",")).join(" ");
}

const name = (spot, [x, y]) => svg`<text class="number middle name" x=${x} y=${y - 17}>${spot.label}</text>`;

const rim = (words, [x, y]) => svg`<text class="number middle" x=${x} y=${y + 4}>${words}</text>`;

// Up to four sorts of pieces side by side.
function standing(pieces, spot, [x, y], { open, hexagons, at }) {
  const down = spot.label && !open ? 6 : 0;
  const places = { 1: [[0, 0]], 2: [[-1, 0], [1, 0]], 3: [[-1, -1], [1, -1], [0, 1]] }[pieces.length] ?? [[-1, -1], [1, -1], [-1, 1], [1, 1]];
  const radius = pieces.length === 1 ? (spot.label || hexagons ? 14 : 17) : 9.5;
  return places.map(([dx, dy], index) => {
    const piece = pieces[index];
    return disc(piece, [x + dx * 10, y + down + dy * 9], radius, at);
  });
}

function edges(plan, turned) {
  const columns = plan.size[0] / 2;
  const rows = plan.size[1] / 2;
  const across = (column) => (turned ? columns - 1 - column : column);
  const fromBelow = Boolean(plan.fromBelow) !== Boolean(turned);
  const letter = (column) => (column < 26 ? String.fromCharCode(97 + column) : String(column + 1));
  return [
    ...Array.from({ length: columns }, (_, column) => svg`<text class="number middle" x=${EDGE + column * SIDE + SIDE / 2} y="12">${letter(across(column))}</text>`),
    ...Array.from({ length: rows }, (_, row) => svg`<text class="number middle" x="9" y=${EDGE + row * SIDE + SIDE / 2 + 4}>${fromBelow ? rows - row : row + 1}</text>`),
  ];
}

// What letters and colours of places mean.
function legend(plan, sorts) {
  const marks = plan.marks.map((name, index) => [name, index]).filter(([, index]) => plan.spots.some((spot) => spot?.marks[0] === index));
  if (marks.length === 0 && sorts.length === 0) return nothing;
  return html`<p class="legend">
    ${sorts.map(([sort, sign]) => html`<span><b>${sign}</b> ${sort}</span>`)}
    ${marks.map(([name, index]) => html`<span><i class="swatch mark${index % 6}"></i> ${name}</span>`)}
  </p>`;
}

// Arrows go to the nearest place in their direction.
function move(event) {
  const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const from = event.target.closest("button.spot");
  if (!direction || !from) return;
  const middle = (button) => {
    const box = button.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const button of event.currentTarget.querySelectorAll("button.spot")) {
    const [dx, dy] = [middle(button)[0] - x, middle(button)[1] - y];
    const along = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    const far = along + 3 * aside;
    if (along > 2 && (best === null || far < best.far)) best = { button, far };
  }
  if (best) {
    event.preventDefault();
    best.button.focus();
  }
}
