// Runs the tests of the pure modules: each is bundled for Node into a folder of its own, which the tests import from.
import { build } from "esbuild";
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;
const modules = await mkdtemp(join(tmpdir(), "upcard-page-"));
try {
  await build({
    absWorkingDir: here,
    entryPoints: [
      "src/kept.ts",
      "src/fair/check.ts",
      "src/fair/stream.ts",
      "src/fair/word.ts",
      "src/join/code.ts",
      "src/lobby/fits.ts",
      "src/motion/beats.ts",
      "src/motion/step.ts",
      "src/net/connection.ts",
      "src/net/refusal.ts",
      "src/result/sentences.ts",
      "src/people/eyes.ts",
      "src/people/notes.ts",
      "src/people/shared.ts",
      "src/table/memory.ts",
      "src/table/tap.ts",
      "src/table/sight.ts",
      "src/talk/lines.ts",
      "src/words/later.ts",
      "src/words/say.ts",
    ],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    outdir: modules,
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });
  const tests = (await readdir(join(here, "test"))).filter((name) => name.endsWith(".test.mjs"));
  const run = spawn(process.execPath, ["--test", ...tests.map((name) => join(here, "test", name))], {
    stdio: "inherit",
    env: { ...process.env, UPCARD_MODULES: modules },
  });
  process.exitCode = await new Promise((done) => run.on("close", done));
} finally {
  await rm(modules, { recursive: true });
}
