// Finds entries by words. Without it the page is whole, only without the field.
(() => {
  const box = document.querySelector(".search");
  const [field, said] = [box.querySelector("input"), box.querySelector("output")];
  const text = (element) => element.textContent.toLowerCase();
  const parts = [...document.querySelectorAll("main > section")].map((part) => ({
    part,
    pieces: [...part.children].filter((one) => one.tagName !== "H2").map((one) => ({ one, text: text(one) })),
  }));
  const folds = [...document.querySelectorAll("main details")].map((one) => ({ one, text: text(one), open: one.open }));
  box.hidden = false;
  const look = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const holds = (told) => words.every((word) => told.includes(word));
    let found = 0;
    for (const { part, pieces } of parts) {
      let any = false;
      for (const { one, text } of pieces) {
        one.hidden = !holds(text);
        if (!one.hidden) {
          any = true;
          found += 1;
        }
      }
      part.hidden = !any;
    }
    for (const { one, text, open } of folds) one.open = words.length ? holds(text) : open;
    said.textContent = words.length === 0 ? "" : found === 0 ? "Nothing found" : `Found in ${found} ${found === 1 ? "place" : "places"}`;
  };
  field.addEventListener("input", look);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      field.value = "";
      look();
    }
  });
  // A link leads to what a search has put away, too.
  window.addEventListener("hashchange", () => {
    const to = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (to && to.closest("[hidden]")) {
      field.value = "";
      look();
      to.scrollIntoView();
    }
  });
})();
