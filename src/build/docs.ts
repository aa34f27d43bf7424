/**
 * Generates derived files: the emoji table, the README's tables, the screenshots, and the coverage of the API
 * document.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Terminal } from "@xterm/headless";
import { decode } from "#pictures/decode.ts";
import { root } from "./bundle.ts";
import { emojiTable } from "./emoji-table.ts";
import { derivedPage } from "./page.ts";
import { frameOf, indexedPng, pictureOf } from "./picture.ts";

function writePage(): void {
  const path = join(root, "README.md");
  writeFileSync(path, derivedPage(readFileSync(path, "utf8")));
}

function writeEmoji(): void {
  writeFileSync(join(root, "src/emoji/built-in.txt"), emojiTable());
}

/** What the README shows: keys typed in the demo. */
const screenshots: Readonly<Record<string, readonly string[]>> = {
  inbox: ["j", "j"],
  // The palette, the name of a varied conversation, Enter.
  conversation: ["\u000b", "deploy window", "\r"],
};

const size = { columns: 104, rows: 30 };

/** Few colours differ visibly on a terminal; the rest is how letters are smoothed. */
const screenshotColours = 64;

/** The demo realm in a true-colour terminal with its own home directory, so that no real account is shown. */
async function writeScreenshots(): Promise<void> {
  for (const [name, keys] of Object.entries(screenshots)) {
    const svg = pictureOf(await demoFrame(keys), `weir in a terminal: ${name}`);
    const drawn = drawnBy("rsvg-convert", svg);
    if (drawn === undefined) {
      process.stderr.write(
        "Screenshots need rsvg-convert (in Debian: librsvg2-bin). They stay as they are.\n",
      );
      return;
    }
    const png = indexedPng(await decode(drawn), screenshotColours);
    writeFileSync(join(root, `assets/${name}.png`), png);
  }
}

/** Undefined if there is no such program. */
function drawnBy(program: string, svg: string): Uint8Array | undefined {
  const { error, stdout, status, stderr } = spawnSync(program, { input: svg, maxBuffer: 2 ** 26 });
  if (error !== undefined) return undefined;
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

async function demoFrame(keys: readonly string[]): Promise<Terminal> {
  const home = mkdtempSync(join(tmpdir(), "weir-docs-"));
  try {
    return await frameOf({
      program: join(root, "dist/weir.js"),
      argv: ["demo"],
      ...size,
      keys,
      environment: {
        PATH: process.env["PATH"] ?? "",
        HOME: home,
        LANG: "C.UTF-8",
        TERM: "xterm-256color",
        COLORTERM: "truecolor",
        TZ: "UTC",
        CI: "false",
      },
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The contract tests know which test covers each row of the document; this makes them write the file. */
function writeCoverage(): void {
  const tests = ["--project", "realm", "test/contract/cases.test.ts"];
  execFileSync(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--config",
      "test/vitest.config.ts",
      ...tests,
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, WRITE_COVERAGE: "yes" } },
  );
}

const parts = {
  emoji: writeEmoji,
  page: writePage,
  coverage: writeCoverage,
  screenshots: writeScreenshots,
} as const;

/** All parts, or those that are named. */
if (import.meta.main) {
  const named = process.argv.slice(2);
  for (const [name, write] of Object.entries(parts))
    if (named.length === 0 || named.includes(name)) await write();
}
