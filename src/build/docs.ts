/**
 * Generates derived files: the emoji table, the README's tables, the screenshot, and the coverage of the API
 * document.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./bundle.ts";
import { emojiTable } from "./emoji-table.ts";
import { frameOf } from "./frame.ts";
import { derivedPage } from "./page.ts";
import { pictureOf } from "./picture.ts";

function writePage(): void {
  const path = join(root, "README.md");
  writeFileSync(path, derivedPage(readFileSync(path, "utf8")));
}

function writeEmoji(): void {
  writeFileSync(join(root, "src/emoji/built-in.txt"), emojiTable());
}

/** The keys that open a varied conversation: the palette, its name, Enter. */
const toConversation = ["\u000b", "deploy window", "\r"];

/** The demo realm in a true-colour terminal with its own home directory, so that no real account is shown. */
async function writePicture(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "weir-docs-"));
  try {
    const terminal = await frameOf({
      program: join(root, "dist/weir.js"),
      argv: ["demo"],
      columns: 120,
      rows: 34,
      keys: [...toConversation],
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
    mkdirSync(join(root, "assets"), { recursive: true });
    writeFileSync(join(root, "assets/screen.svg"), pictureOf(terminal, "weir in a terminal"));
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

if (import.meta.main) {
  writeEmoji();
  writePage();
  writeCoverage();
  await writePicture();
}
