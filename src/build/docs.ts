/**
 * Writes what is derived from the program: the README's tables, the picture of a real screen, and where each row of the
 * API document is.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./bundle.ts";
import { frameOf } from "./frame.ts";
import { derivedPage } from "./page.ts";
import { pictureOf } from "./picture.ts";

function writePage(): void {
  const path = join(root, "README.md");
  writeFileSync(path, derivedPage(readFileSync(path, "utf8")));
}

/** The keys to a conversation with something of everything: the palette, its name, Enter. */
const toConversation = ["\u000b", "deploy window", "\r"];

/** The demo realm in a terminal with every colour, and in a home of its own, so that nobody's account is drawn. */
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

/** The tests that ask the realm for each row of the document know where it is; this has them write it down. */
function writeCoverage(): void {
  const tests = ["--project", "fast", "test/contract/cases.test.ts"];
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
  writePage();
  writeCoverage();
  await writePicture();
}
