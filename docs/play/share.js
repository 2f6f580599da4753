// Rules as a part of a link: packed, in letters that links may hold.

// The most that a link may unfold to, as long as a file of rules may be.
const MOST = 1 << 20;

async function through(stream, bytes) {
  const out = new Response(new Blob([bytes]).stream().pipeThrough(stream)).body.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await out.read();
    if (done) break;
    length += value.length;
    if (length > MOST) throw new Error("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export async function unpacked(letters) {
  const bytes = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
  const packed = Uint8Array.from(bytes, (sign) => sign.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), packed));
}
