/** Writes what the README derives from the program: its tables, and the picture of a real screen. */
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

if (import.meta.main) {
  writePage();
  await writePicture();
}
