// Bundles the page into one directory: hashed scripts and styles, and the index.html that names them.
//   node build.mjs --outdir=DIR
// The page runs under `default-src 'self'` with Trusted Types, so nothing is written inline.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const argument = process.argv.find((text) => text.startsWith("--outdir="));
if (!argument) {
  console.error("usage: npm run build -- --outdir=DIR");
  process.exit(2);
}
const outdir = resolve(argument.slice("--outdir=".length));
const here = import.meta.dirname;
const firstLoadLimit = 60 * 1024;

await mkdir(outdir, { recursive: true });
for (const name of await readdir(outdir)) {
  if (/\.(js|css|html|svg)$/.test(name)) await rm(join(outdir, name));
}

const result = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.tsx", ...["main", "at-table", "in-lobby", "later"].map((name) => `src/style/${name}.css`)],
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022", "chrome123", "firefox120", "safari17.5"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  legalComments: "none",
  metafile: true,
  outdir,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  logLevel: "warning",
});

const outputs = Object.entries(result.metafile.outputs);
const entry = (source) => {
  const found = outputs.find(([, output]) => output.entryPoint === source);
  if (!found) throw new Error(`the bundle has no ${source}`);
  return found;
};
const nameOf = (path) => basename(path);

/** A script and all that is fetched with it. */
const withImports = (script, found = new Set()) => {
  if (found.has(script)) return found;
  found.add(script);
  for (const { path, kind } of result.metafile.outputs[script].imports)
    if (kind === "import-statement") withImports(path, found);
  return found;
};

const [script] = entry("src/main.tsx");
const [style, tableStyle, lobbyStyle, later] = ["main", "at-table", "in-lobby", "later"].map(
  (name) => entry(`src/style/${name}.css`)[0],
);
const always = withImports(script);
const preloads = [...always].filter((path) => path !== script);
// The script fetches the one or the other of these, all at once: what a part imports is not asked for one by one.
const partOf = (source) => [...withImports(entry(source)[0])].filter((path) => !always.has(path));
const [table, lobby] = [partOf("src/table/Table.tsx"), partOf("src/lobby/Lobby.tsx")];
const listed = (paths) => paths.map((path) => `/static/${nameOf(path)}`).join(" ");

await writeFile(join(outdir, "icon.svg"), await readFile(join(here, "src/art/icon.svg")));
await writeFile(
  join(outdir, "index.html"),
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>upcard</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/${nameOf(style)}">
<link rel="stylesheet" href="/static/${nameOf(tableStyle)}" id="table-style" disabled>
<link rel="stylesheet" href="/static/${nameOf(lobbyStyle)}" id="lobby-style" disabled>
<link rel="stylesheet" href="/static/${nameOf(later)}" id="later-style" disabled>
${preloads.map((path) => `<link rel="modulepreload" href="/static/${nameOf(path)}">\n`).join("")}\
<script type="module" src="/static/${nameOf(script)}" data-table="${listed(table)}" data-lobby="${listed(lobby)}"></script>
</head>
<body>
<div id="app"></div>
<noscript>upcard needs JavaScript to lay the table.</noscript>
</body>
</html>
`,
);

// A first load is all that is fetched until the page is of use, by a browser that has nothing of it yet.
const index = join(outdir, "index.html");
const loads = {
  lobby: [index, ...always, style, ...lobby, lobbyStyle],
  table: [index, ...always, style, ...table, tableStyle],
};
const packed = new Map();
for (const path of [index, ...outputs.map(([name]) => name)]) {
  packed.set(path, gzipSync(await readFile(resolve(here, path)), { level: 9 }).length);
  const first = Object.keys(loads).filter((name) => loads[name].includes(path));
  console.log(`${first.join(" and ") || "later"}: ${nameOf(path)} ${packed.get(path)} bytes gzipped`);
}
const sizes = Object.entries(loads).map(([name, paths]) => [
  name,
  paths.reduce((sum, path) => sum + packed.get(path), 0),
]);
for (const [name, size] of sizes)
  console.log(`first load of the ${name} ${size} bytes gzipped of ${firstLoadLimit}`);
if (Math.max(...sizes.map(([, size]) => size)) > firstLoadLimit) process.exit(1);
