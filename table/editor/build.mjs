// Bundles the editor into one file that the program carries, with the licences of what is in it above.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const made = await build({
  entryPoints: ["editor.mjs"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  write: false,
  metafile: true,
  legalComments: "none",
});
const packages = new Set(
  Object.keys(made.metafile.inputs)
    .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
    .filter(Boolean),
);
const named = [...packages].sort().map((name) => {
  const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return `   ${name} ${version} (${license})`;
});
const licence = readFileSync("node_modules/@codemirror/view/LICENSE", "utf8").trim();
const head = `/* Made by table/editor/build.mjs of these packages, all under the MIT licence:\n${named.join("\n")}\n\n${licence}\n*/\n`;
writeFileSync("../page/editor.js", head + made.outputFiles[0].text);
console.log(named.join("\n"));
