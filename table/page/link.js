// The link that led here: which table it is, and the key of a seat.

export const table = location.pathname.split("/")[2];
const name = `seat ${table}`;

// The key comes with the link and leaves it at once, so that nobody reads it there or in the history.
export function key() {
  if (location.hash.length > 1) {
    sessionStorage.setItem(name, location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(name) ?? localStorage.getItem(name);
}

// Whether this device keeps the key, for whoever closes the tab and comes back; null where there is none to keep.
export const remembered = () => localStorage.getItem(name) !== null;

export function remember(yes) {
  if (yes) localStorage.setItem(name, sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? "");
  else localStorage.removeItem(name);
}

// The host has had a new link made for this very seat: from now on it is this one.
export function renewed(to) {
  sessionStorage.setItem(name, to);
  if (remembered()) localStorage.setItem(name, to);
}

// Links for others that this tab was given, by seat, until it is closed; `look` is for those who look on.
const links = `links ${table}`;
export const given = () => JSON.parse(sessionStorage.getItem(links) ?? "{}");
export const give = (seat, to) => sessionStorage.setItem(links, JSON.stringify({ ...given(), [seat ?? "look"]: to }));
export const linkOf = (to) => `${location.origin}${location.pathname}#${to}`;

// Where the rule document of this table is.
export const rules = () => `/t/${table}/rules`;
