/**
 * Generates derived files: the emoji table, the tables of README and the guide, the screenshots, and the coverage of
 * the API document.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Terminal } from "@xterm/headless";
import { exitCodes } from "#cli/exit-codes.ts";
import { guideNames, guidePages, guidePath, guideTitle } from "#cli/guide.ts";
import { bindingsOf, code, keyGroups, keysAsMarkdown, table } from "#cli/key-table.ts";
import { verbs } from "#cli/verbs.ts";
import { offers } from "#commands/custom/values.ts";
import { commands } from "#commands/tables/commands.ts";
import { type Option, options } from "#config/options.ts";
import { reasonWords } from "#config/rules.ts";
import { decode } from "#pictures/decode.ts";
import type { LevelRow } from "#wire/documented-levels.ts";
import { levels } from "#wire/levels.ts";
import { releases } from "#wire/releases.ts";
import { emojiTable } from "./emoji-table.ts";
import { frameOf, indexedPng, pictureOf } from "./picture.ts";
import { root } from "./plugins.ts";

/** The pages that may have derived parts, from the repository's root. */
export const pages = ["README.md", ...guideNames.map(guidePath)] as const;

function writePages(): void {
  for (const page of pages) {
    const path = join(root, page);
    writeFileSync(path, derivedPage(readFileSync(path, "utf8")));
  }
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

/**
 * The contract tests know which test covers each row of the document, and others what was done with each version; this
 * makes them write it.
 */
function writeCoverage(): void {
  const tests = [
    ...["--project", "fast"],
    ...["test/contract/cases.test.ts", "test/levels/features.test.ts"],
  ];
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
  pages: writePages,
  coverage: writeCoverage,
  screenshots: writeScreenshots,
} as const;

// Updates the derived parts of README and the guide.

/** Omitted from the table of keys because they are obvious or rare: `weir keys` and `?` list them. */
const excluded = new RegExp(
  `^(?:${[
    "move\\.(?!down|up|first$|last)",
    "scroll|filter|search\\.(?!open)|find\\.(?!open)|info\\.(?!open)|dialog|menu|card|form|help\\.(?!open)",
    "edit|composer\\.(?:leave|other-version)|pane|sidebar|place|list\\.(?:out|leave|previous|next|all|reply)",
    "message\\.(?:join|spoiler|enter|page|mention|right|left)|copy\\.(?!text)",
    "snooze\\.(?!ask|tomorrow)|triage\\.(?:repeat|next-direct)|stream|topic\\.resolve",
    "go\\.(?:groups|fields|snippets|topics|views|back|forward|all|starred)",
    "view",
    "account|status",
    "program\\.(?:suspend|repaint)",
    "triage\\.read-all",
  ].join("|")})`,
);

/** The commands whose keys are enough for a day. */
const ofADay: readonly string[] = [
  ...["move.down", "move.up", "list.open", "place.out", "reader.page", "program.leave"],
  ...["triage.next", "triage.done", "triage.undo", "topic.mute", "snooze.tomorrow"],
  ...["message.reply", "compose.stream", "compose.direct"],
  ...["composer.send", "composer.complete", "composer.leave"],
  ...["search.open", "palette.open", "help.open"],
];

const bindings = bindingsOf({ commands, overrides: {} });

/** By marker name. */
export const derivedParts: Readonly<Record<string, string>> = {
  day: keysAsMarkdown(keyGroups(bindings.filter(({ command }) => ofADay.includes(command)))),
  guide: guideTable(),
  keys: keysAsMarkdown(keyGroups(bindings.filter(({ command }) => !excluded.test(command)))),
  verbs: verbTable(verbs),
  exits: exitTable(Object.values(exitCodes)),
  options: optionTable(Object.values(options)),
  offers: offerTable(),
  reasons: reasonTable(),
  lacks: lackTable(Object.values(levels)),
};

/** Names of the parts that a page has markers for. */
export function partsOf(page: string): readonly string[] {
  return [...page.matchAll(/<!-- (\w+):begin -->/g)].map(([, name = ""]) => name);
}

/** `page` with each of its derived parts replaced; one that tests write stays. Throws if the end of a part is missing. */
export function derivedPage(page: string): string {
  return partsOf(page).reduce((text, name) => {
    const content = derivedParts[name];
    return content === undefined ? text : withPart(text, name, content);
  }, page);
}

/** The pages of the guide, with what is on them. */
function guideTable(): string {
  const rows = guideNames.map((name) => {
    const path = guidePath(name);
    const title = guideTitle(readFileSync(join(root, path), "utf8"));
    return [`[${title}](${path})`, guidePages[name], code(`weir man ${name}`)];
  });
  return table(["Page of the guide", "What is there", "In the terminal"], rows);
}

// Generates the parts of a page that are derived from code; each is delimited by two markers.

/** `page` with `content` between the markers `<!-- name:begin -->` and `<!-- name:end -->`. Throws if they are missing. */
export function withPart(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page has no markers ${begin} … ${end}.`);
  return `${page.slice(0, from + begin.length)}\n${content.trim()}\n${page.slice(to)}`;
}

type CommandHelp = {
  /** It is empty for the default command. The name of a subcommand begins with a blank. */
  readonly name: string;
  readonly argument?: string;
  readonly description: string;
  readonly isHidden?: boolean;
};

/** The table of verbs, with the names of their subcommands. */
export function verbTable(all: readonly CommandHelp[]): string {
  const verbs = all.filter(({ isHidden }) => isHidden !== true);
  const rows = verbs
    .filter(({ name }) => !name.includes(" "))
    .map(({ name, argument, description }) => {
      const words = ["weir", name, argument].filter((word) => word !== undefined && word !== "");
      const below = verbs
        .filter((verb) => verb.name.startsWith(`${name} `))
        .map((verb) => code(verb.name.slice(name.length + 1)));
      return [code(words.join(" ")), description, below.join(" ")];
    });
  return table(["Command", "What it does", "Sub-commands"], rows);
}

/** Exit codes in the order of their numbers. */
export function exitTable(
  exits: readonly { readonly code: number; readonly description: string }[],
): string {
  const rows = exits.toSorted((a, b) => a.code - b.code);
  return table(
    ["Code", "Meaning"],
    rows.map((exit) => [String(exit.code), exit.description]),
  );
}

type OptionHelp = Pick<Option, "name" | "description" | "default" | "kind"> & {
  readonly choices?: readonly string[];
};

/** The options of the configuration file. */
export function optionTable(options: readonly OptionHelp[]): string {
  const rows = options.map(({ name, description, default: fallback, kind, choices }) => [
    code(name),
    valuesOf(kind, choices),
    fallback === "" ? "none" : code(String(fallback)),
    description,
  ]);
  return table(["Option", "Values", "Default", "What it does"], rows);
}

function valuesOf(kind: Option["kind"], choices: readonly string[] = []): string {
  switch (kind) {
    case "choice":
      return choices.map(code).join(" ");
    case "switch":
      return ["true", "false"].map(code).join(" ");
    case "number":
      return "a number";
    case "hours":
      return "hours";
  }
}

/** What commands of the user's own get. */
function offerTable(): string {
  const rows = Object.entries(offers).map(([name, { about }]) => [code(`{${name}}`), about]);
  return table(["Value", "What it is"], rows);
}

/** What rules can ask about a message by its `why`. */
function reasonTable(): string {
  const rows = Object.entries(reasonWords).map(([reason, words]) => [code(reason), words]);
  return table(["`why`", "The message"], rows);
}

/** What is missing below the versions that brought it. */
export function lackTable(rows: readonly LevelRow[]): string {
  const missing = rows.flatMap(({ level, lack }) => (lack === undefined ? [] : [{ level, lack }]));
  const within = Map.groupBy(
    missing.toSorted((a, b) => a.level - b.level),
    ({ level }) => releases.find((release) => release.level >= level)?.version ?? "",
  );
  return table(
    ["Below", "a server"],
    [...within].map(([version, lacks]) => [version, lacks.map(({ lack }) => lack).join("; ")]),
  );
}

/** All parts, or those that are named. */
if (import.meta.main) {
  const named = process.argv.slice(2);
  for (const [name, write] of Object.entries(parts))
    if (named.length === 0 || named.includes(name)) await write();
}
