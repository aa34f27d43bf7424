/** Dialogs that open without a key: one function decides about all of them. */
import { expect, test } from "vitest";
import { sources, text } from "./tree.ts";

const waits = /\bawait |\.then\(|\b(?:follow|after|subscribe)\(/;
const opens = /\bopen(?:Dialog|Menu)\(|\bdialog: \{ kind: /;

/** Lines that open a dialog behind one that waits, in the same declaration. */
function lateIn(path: string): string[] {
  let isLate = false;
  return text(path)
    .split("\n")
    .filter((line) => {
      if (/^\S/.test(line)) isLate = false;
      const isFound = isLate && opens.test(line);
      isLate ||= waits.test(line);
      return isFound;
    })
    .map((line) => `${path}: ${line.trim()}`);
}

test("what opens a dialog after a wait asks whether the next key is meant for something else", () => {
  expect(sources.flatMap(lateIn)).toEqual([]);
});
