#!/usr/bin/env node
"use strict";

// Starts the program of the package for this kind of machine, as if it had been called itself.
const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

const system = `${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "rulehound.exe" : "rulehound";
let program;
try {
  program = require.resolve(`rulehound-${system}/bin/${file}`);
} catch {
  console.error(`rulehound: there is no program for ${system} here.`);
  console.error(`If one is made for it, \`npm install rulehound-${system}\` brings it; otherwise it can be built: see README.md.`);
  process.exit(4);
}
// Ctrl-C is the program's to answer.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
const ended = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (ended.error) {
  console.error(`rulehound: ${ended.error.message}`);
  process.exit(4);
}
process.exit(ended.signal ? 128 + (constants.signals[ended.signal] ?? 0) : ended.status);
