import { expect, test } from "vitest";
import { samples, serverDiagnoses, terminalDiagnoses } from "#cli/doctor.ts";

const environment = { TERM: "xterm-256color", LANG: "C.UTF-8" };
const widths = new Map([...samples].map(([sample, { width }]) => [sample, width]));
const measures = { widths, focus: true, keyboard: true, clipboard: true };
const terminal = { environment, isTerminal: true, columns: 80, rows: 24, measures };
const verdicts = (all: readonly { readonly check: string; readonly verdict: string }[]) =>
  Object.fromEntries(all.map(({ check, verdict }) => [check, verdict]));

test("a terminal that answers all questions as hoped is good throughout", () => {
  const found = verdicts(terminalDiagnoses(terminal));
  expect(new Set(Object.values(found))).toEqual(new Set(["good"]));
});

test("a dumb terminal is bad, a pipe is none, and one that is silent is said to be", () => {
  const dumb = terminalDiagnoses({ ...terminal, environment: { TERM: "dumb" } });
  expect(verdicts(dumb)).toEqual({ terminal: "bad" });
  expect(verdicts(terminalDiagnoses({ ...terminal, isTerminal: false }))).toEqual({
    terminal: "note",
  });
  const silent = terminalDiagnoses({ ...terminal, measures: undefined });
  expect(verdicts(silent)).toMatchObject({ answers: "note", terminal: "good" });
});

test("a width that differs is named, and what to set", () => {
  const wide = { ...measures, widths: new Map(widths).set("…", 2) };
  const found = terminalDiagnoses({ ...terminal, measures: wide });
  expect(found.find(({ check }) => check === "widths")).toMatchObject({
    finding: "ambiguous signs take 2 instead of 1",
    advice: expect.stringContaining("ambiguous_width"),
  });
});

test("an old server lacks something, a dead one is bad, and so is a key that it refuses", () => {
  const server = {
    site: "https://chat.example",
    unreachable: undefined,
    ms: 12,
    level: 100,
    version: "4.0",
    refused: undefined,
    name: "Ana",
  };
  expect(verdicts(serverDiagnoses(server))).toEqual({ server: "good", level: "note", key: "good" });
  expect(verdicts(serverDiagnoses({ ...server, refused: "Invalid API key" }))).toMatchObject({
    key: "bad",
  });
  const dead = { ...server, site: "http://x.example", unreachable: "nobody is there" };
  expect(verdicts(serverDiagnoses(dead))).toEqual({ server: "bad", encryption: "note" });
});
