/** Checks imports against the floor table of `src/README.md`, and packages against their owners. */
import { expect, test } from "vitest";
import { imports, sources, text } from "./tree.ts";

type Row = { may: Set<string>; typesOf: Set<string> };

function floorTable(): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of text("src/README.md").split("\n")) {
    const match = /^\|\s*\d+\s*\|\s*`(\w+)`\s*\|[^|]*\|([^|]*)\|/.exec(line);
    if (match === null) continue;
    const [, folder = "", allowed = ""] = match;
    const names = allowed.match(/\w+(?:\(types\))?/g) ?? [];
    const typesOf = names
      .filter((name) => name.endsWith("(types)"))
      .map((name) => name.split("(")[0] ?? "");
    rows.set(folder, { may: new Set(names), typesOf: new Set(typesOf) });
  }
  return rows;
}

/** The floors that may import a package: a floor, its types only, or one file. Others must not be imported. */
const owners: Record<string, string[]> = {
  "string-width": ["base", "ui/output.ts"],
  "@alcalzone/ansi-tokenize": ["ui/output.ts"],
  zod: ["wire", "journal", "api(types)", "realm"],
  undici: ["api"],
  hono: ["realm"],
  "@hono/node-server": ["realm"],
  // The hook that reads a store needs React, so ui takes it from there.
  zustand: ["store", "ui"],
  ink: ["ui", "app"],
  react: ["ui", "app"],
  "@inkjs/ui": ["ui", "app"],
  commander: ["cli"],
  "smol-toml": ["config"],
  marked: ["markup", "realm"],
  "marked-terminal": ["markup"],
  "highlight.js": ["markup"],
  "bidi-js": ["base"],
  fuzzysort: ["commands", "ui"],
  "emojibase-data": ["build"],
  esbuild: ["build"],
  "@xterm/headless": ["build"],
  "@xterm/addon-unicode-graphemes": ["build"],
  "@lydell/node-pty": ["build"],
  "@napi-rs/keyring": ["host/keyring.ts"],
  "@jsquash/jpeg": ["pictures"],
  "@jsquash/png": ["pictures"],
  "@jsquash/webp": ["pictures"],
  omggif: ["pictures"],
  "node:buffer": ["api", "realm", "host"],
  "node:child_process": ["host", "build"],
  "node:crypto": ["base", "host", "realm", "app", "build"],
  "node:events": ["host", "ui", "app", "build"],
  "node:fs": [
    "host",
    "archive",
    "realm",
    "app",
    "build",
    "emoji/built-in.ts",
    "pictures/codecs.ts",
  ],
  "node:http": ["realm", "app"],
  "node:module": ["app", "build", "pictures/codecs.ts"],
  "node:net": ["realm", "app", "host/local-socket.ts", "host/scheme.ts"],
  "node:os": ["host", "app", "build"],
  "node:path": ["host", "archive", "realm", "app", "build"],
  "node:perf_hooks": ["api"],
  "node:process": ["host", "cli", "app", "build"],
  "node:readline": ["cli", "app", "build"],
  "node:sqlite": ["host", "archive"],
  "node:stream": ["ui", "cli", "app"],
  "node:string_decoder": ["ui"],
  "node:url": ["host", "realm", "app", "build"],
  "node:v8": ["host", "build"],
  "node:vm": ["host"],
  "node:worker_threads": ["host", "archive", "realm", "app", "pictures", "build"],
  "node:zlib": ["pictures", "api", "realm"],
};

function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

function fault(floor: string, path: string, from: string, typesOnly: boolean): string | undefined {
  if (from.startsWith("./")) return undefined;
  if (from.startsWith("../")) return "name the floor (#floor/file.ts) instead of ../";
  if (from.startsWith("#")) {
    const target = from.slice(1).split("/")[0] ?? "";
    const row = table.get(floor);
    const allowed =
      target === floor || row?.may.has(target) || (typesOnly && row?.typesOf.has(target));
    return allowed
      ? undefined
      : `${floor} may import ${[...(row?.may ?? [])].join(" ")}; ${target} is not among them`;
  }
  const inside = path.slice("src/".length);
  const allowed = owners[packageOf(from)] ?? [];
  const mayUse = [floor, inside, ...(typesOnly ? [`${floor}(types)`] : [])].some((user) =>
    allowed.includes(user),
  );
  return mayUse ? undefined : `${packageOf(from)} belongs to ${allowed.join(", ") || "no floor"}`;
}

const table = floorTable();

test("every folder of src has a row in the floor table", () => {
  const folders = new Set(sources.map((path) => path.split("/")[1]));
  expect([...folders].filter((folder) => !table.has(folder ?? ""))).toEqual([]);
});

test("every import is allowed by the floor table of src/README.md", () => {
  const faults = sources.flatMap((path) =>
    imports(path).flatMap(({ from, typesOnly, line }) => {
      const found = fault(path.split("/")[1] ?? "", path, from, typesOnly);
      return found === undefined ? [] : [`${path}:${line}: ${found}`];
    }),
  );
  expect(faults).toEqual([]);
});

test("the loops of a session read and change no dialog: the store does", () => {
  const code = (path: string) => text(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const found = sources.filter(
    (path) => path.startsWith("src/sync/") && /\bdialog\b(?!-)/.test(code(path)),
  );
  expect(found).toEqual([]);
});

test("the rule finds an import of a higher floor, of another floor's package, and of a value where only types are allowed", () => {
  expect(fault("model", "src/model/x.ts", "#api/lane.ts", false)).toContain(
    "api is not among them",
  );
  expect(fault("model", "src/model/x.ts", "undici", false)).toContain("belongs to api");
  expect(fault("commands", "src/commands/x.ts", "#api/lane.ts", true)).toBeUndefined();
  expect(fault("commands", "src/commands/x.ts", "#api/lane.ts", false)).toContain("not among them");
});
