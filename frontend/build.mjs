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
  entryPoints: ["src/main.tsx", "src/style/main.css", "src/style/later.css"],
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
const [script, scriptOutput] = entry("src/main.tsx");
const [style] = entry("src/style/main.css");
const [later] = entry("src/style/later.css");
const nameOf = (path) => basename(path);

const first = new Set([script, style]);
const follow = (output) => {
  for (const { path, kind } of output.imports) {
    if (kind === "import-statement" && !first.has(path)) {
      first.add(path);
      follow(result.metafile.outputs[path]);
    }
  }
};
follow(scriptOutput);
const preloads = [...first].filter((path) => path.endsWith(".js") && path !== script);

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
<link rel="stylesheet" href="/static/${nameOf(later)}" id="later-style" disabled>
${preloads.map((path) => `<link rel="modulepreload" href="/static/${nameOf(path)}">\n`).join("")}\
<script type="module" src="/static/${nameOf(script)}"></script>
</head>
<body>
<div id="app"></div>
<noscript>upcard needs JavaScript to lay the table.</noscript>
</body>
</html>
`,
);

let total = 0;
for (const [path] of outputs) {
  const packed = gzipSync(await readFile(resolve(here, path)), { level: 9 }).length;
  if (first.has(path)) total += packed;
  console.log(`${first.has(path) ? "first " : "later "}${nameOf(path)} ${packed} bytes gzipped`);
}
console.log(`first load ${total} bytes gzipped of ${firstLoadLimit}`);
if (total > firstLoadLimit) process.exit(1);
