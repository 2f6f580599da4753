// A piece may be dragged to where it goes: the same as a click on it and a click there, and never the only way.

// So far the pointer goes before a press becomes a drag, so that a shaky hand still clicks.
const FAR = 3;
const SETTING = "drag";

export const wanted = () => localStorage.getItem(SETTING) !== "no";
export const want = (yes) => (yes ? localStorage.removeItem(SETTING) : localStorage.setItem(SETTING, "no"));

// `grab(press)` picks what is there and says whether it may be dragged; `drop(press, press)` is called with that and what it was dropped on,
// `back()` where it was dropped on nothing.
export function watch(root, { grab, drop, back }) {
  let from = null;
  let ended = null;

  const stop = () => {
    if (!from) return;
    for (const one of from.moved) one.classList.remove("dragged"), (one.style.transform = "");
    from = null;
  };

  root.addEventListener("pointerdown", (event) => {
    stop();
    ended = null;
    if (!event.isPrimary || event.button !== 0 || !wanted()) return;
    const button = event.target.closest("button.drags");
    if (button) from = { button, press: button.press, x: event.clientX, y: event.clientY, pointer: event.pointerId, moved: [] };
  });

  root.addEventListener("pointermove", (event) => {
    if (from?.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.moving) {
      if (Math.hypot(x, y) <= FAR) return;
      if (!grab(from.press)) return stop();
      from.moving = true;
      root.setPointerCapture(event.pointerId);
      from.moved = shapes(from.button);
    }
    for (const one of from.moved) {
      one.classList.add("dragged");
      const scale = one.ownerSVGElement ? one.ownerSVGElement.getScreenCTM().a : 1;
      one.style.transform = `translate(${x / scale}px, ${y / scale}px)`;
    }
  });

  root.addEventListener("pointerup", (event) => {
    if (from?.pointer !== event.pointerId || !from.moving) return void (from = null);
    const { button, press } = from;
    ended = event.timeStamp;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.press && one !== button);
    stop();
    if (under && under.press !== press && !under.contains(button)) drop(press, under.press);
    else back();
  });

  root.addEventListener("pointercancel", () => {
    const moving = from?.moving;
    stop();
    if (moving) back();
  });

  // The click that browsers make of a drag is none.
  root.addEventListener("click", (event) => event.isTrusted && event.detail > 0 && ended !== null && event.timeStamp - ended < 50 && event.stopPropagation(), true);
}

// What is seen of a piece: itself, or what is drawn at its place of a board.
function shapes(button) {
  if (!button.classList.contains("spot")) return [button];
  return [...button.closest(".field").querySelectorAll(`g[data-place="${button.dataset.place}"]`)];
}
