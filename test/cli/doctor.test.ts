import { expect, test } from "vitest";
import type { Failure } from "#api/failure.ts";
import { cellsFor, standardCells, standardRules } from "#base/cells.ts";
import { samples, serverDiagnoses, terminalDiagnoses } from "#cli/doctor.ts";

const environment = { TERM: "xterm-256color", LANG: "C.UTF-8" };
const widths = new Map([...samples.keys()].map((sample) => [sample, standardCells.width(sample)]));
const measures = { widths, focus: true, keyboard: true, clipboard: true };
const terminal = {
  environment,
  isTerminal: true,
  columns: 80,
  rows: 24,
  cells: standardCells,
  glyphs: "unicode",
  measures,
} as const;
const verdicts = (all: readonly { readonly check: string; readonly verdict: string }[]) =>
  Object.fromEntries(all.map(({ check, verdict }) => [check, verdict]));

test("a terminal that answers all queries well passes all checks", () => {
  const found = verdicts(terminalDiagnoses(terminal));
  expect(new Set(Object.values(found))).toEqual(new Set(["good"]));
});

test("a dumb terminal fails, a pipe is not checked, and an unresponsive terminal gets a note", () => {
  const dumb = terminalDiagnoses({ ...terminal, environment: { TERM: "dumb" } });
  expect(verdicts(dumb)).toEqual({ terminal: "bad" });
  expect(verdicts(terminalDiagnoses({ ...terminal, isTerminal: false }))).toEqual({
    terminal: "note",
  });
  const silent = terminalDiagnoses({ ...terminal, measures: undefined });
  expect(verdicts(silent)).toMatchObject({ answers: "note", terminal: "good" });
});

test("a differing character width is reported, with the option unless it is set", () => {
  const wide = { ...measures, widths: new Map(widths).set("…", 2) };
  const found = terminalDiagnoses({ ...terminal, measures: wide });
  expect(found.find(({ check }) => check === "widths")).toMatchObject({
    finding:
      "lines with these are not aligned: ambiguous-width characters take 2 columns instead of 1",
    advice: expect.stringContaining('ambiguous_width = "2"'),
  });
  const cells = { ...standardCells, width: (text: string) => wide.widths.get(text) ?? 0 };
  expect(verdicts(terminalDiagnoses({ ...terminal, cells, measures: wide }))).toMatchObject({
    widths: "good",
  });
});

test("kitty's own order of letters is noted if weir puts text from right to left in order", () => {
  const kitty = { ...terminal, environment: { ...environment, KITTY_WINDOW_ID: "1" } };
  const cells = cellsFor({ ...standardRules, reorders: true });
  expect(terminalDiagnoses({ ...kitty, cells })).toContainEqual(
    expect.objectContaining({ check: "rtl", advice: expect.stringContaining("force_ltr yes") }),
  );
  expect(verdicts(terminalDiagnoses({ ...terminal, cells }))).not.toHaveProperty("rtl");
  expect(verdicts(terminalDiagnoses(kitty))).not.toHaveProperty("rtl");
});

test("if the terminal displays clusters in parts, their width is only noted", () => {
  const cells = cellsFor({ ...standardRules, clusters: false });
  const apart = { ...measures, widths: new Map(widths).set("👍🏽", 4) };
  const found = terminalDiagnoses({ ...terminal, cells, measures: apart });
  expect(found.find(({ check }) => check === "widths")).toMatchObject({
    verdict: "note",
    finding: expect.stringContaining("flags as letters"),
  });
  const accented = { ...apart, widths: new Map(apart.widths).set("é", 2) };
  expect(terminalDiagnoses({ ...terminal, cells, measures: accented })).toContainEqual(
    expect.objectContaining({ finding: expect.stringContaining("accents take 2 columns") }),
  );
});

test("unknown support for focus reports is not reported as missing", () => {
  const focusDiagnosis = (focus: boolean | undefined) =>
    terminalDiagnoses({
      ...terminal,
      environment: { ...environment, TMUX: "/tmp/tmux" },
      measures: { ...measures, focus },
    }).find(({ check }) => check === "focus");
  expect(focusDiagnosis(true)).toEqual({ check: "focus", verdict: "good", finding: "reported" });
  expect(focusDiagnosis(false)?.finding).toMatch(/^not reported: /);
  expect(focusDiagnosis(undefined)).toMatchObject({
    finding: expect.stringMatching(/^the terminal does not say/),
    advice: "In tmux, this requires: set -g focus-events on",
  });
});

const server = { ms: 12, level: 100, version: "4.0", isIncompatible: false, clockAhead: 0 };
const facts = {
  site: "https://chat.example",
  keyAdvice: "Sign in again with weir login.",
  server,
  person: { name: "Ana" },
  skipped: undefined,
};

test.each([
  [59, undefined],
  [-59, undefined],
  [600, "this machine's is 10 min ahead of the server's, by the Date of its answer"],
  [-86_400, "this machine's is 24 h behind the server's, by the Date of its answer"],
])("a clock that is %d s ahead: %s", (clockAhead, finding) => {
  const all = serverDiagnoses({ ...facts, server: { ...server, clockAhead } });
  expect(all.find(({ check }) => check === "clock")?.finding).toBe(finding);
});

test("what could not be read is named, and a server newer than weir is no error", () => {
  const skipped = [{ path: "subscriptions.topics_policy", reason: "unknown word", count: 3 }];
  const at = (level: number, all: typeof skipped) =>
    serverDiagnoses({ ...facts, server: { ...server, level }, skipped: all }).filter(({ check }) =>
      ["level", "reading"].includes(check),
    );
  expect(at(600, skipped)).toMatchObject([
    { verdict: "good", finding: expect.stringMatching(/^600: newer than weir, .* up to 512/) },
    {
      verdict: "note",
      finding:
        "1 thing of this server could not be read: subscriptions.topics_policy (unknown word), level 600; weir knows up to 512",
    },
  ]);
  expect(at(500, [])).toMatchObject([
    { verdict: "good", finding: "500: known to weir, as are all levels up to 512" },
    { check: "reading", verdict: "good" },
  ]);
});

test("an old server gets a note; one that requires a newer weir, an unreachable one and a rejected key fail", () => {
  expect(verdicts(serverDiagnoses(facts))).toEqual({ server: "good", level: "note", key: "good" });
  const strict = { ...server, isIncompatible: true };
  expect(verdicts(serverDiagnoses({ ...facts, server: strict }))).toMatchObject({ weir: "bad" });
  const person = { kind: "unauthorized", sent: "no", code: undefined, sentence: "No." } as const;
  expect(serverDiagnoses({ ...facts, person }).at(-1)).toEqual({
    check: "key",
    verdict: "bad",
    finding: "refused: No.",
    advice: "Sign in again with weir login.",
  });
  const dead = { ...facts, site: "http://x.example", server: "nobody is there", person: undefined };
  expect(verdicts(serverDiagnoses(dead))).toEqual({ server: "bad", encryption: "note" });
});

const malformed = { kind: "malformed", sent: "maybe", path: "" } as const;
const failures: readonly (readonly [Failure, string | undefined])[] = [
  [{ kind: "unreachable", sent: "no", timedOut: true, reason: "" }, "Check the address, the"],
  [{ kind: "unreachable", sent: "no", timedOut: false, reason: "self-signed; name it" }, undefined],
  [{ ...malformed, reason: "The server answered with a web page." }, "Check the address: a"],
  [{ ...malformed, reason: "It redirects. Check its address." }, undefined],
  [{ kind: "broken", sent: "maybe", status: 502 }, "Try again later, or contact"],
  [{ kind: "rate-limited", sent: "no", waitMs: 9 }, "Try again later."],
];

test.each(failures)(
  "a key that could not be checked is not reported as invalid: %j",
  (person, advice) => {
    const [key] = serverDiagnoses({ ...facts, person }).slice(-1);
    expect(key?.finding).toMatch(/^not checked: /);
    expect(key?.advice?.startsWith(advice ?? "")).toBe(advice === undefined ? undefined : true);
  },
);
