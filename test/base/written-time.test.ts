/**
 * Times in messages, against a table of what Python's dateutil 2.9.0 made of them on 20 November 2026, with the zones that
 * servers give it; without one they are in UTC.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isoMoment, stamp } from "#base/time.ts";
import { writtenTime } from "#base/written-time.ts";

const table = readFileSync(new URL("written-times.txt", import.meta.url), "utf8");
const rows = table
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split("\t") as [value: string, text: string]);
const writtenAt = isoMoment("2026-11-20T15:00:00Z");

function read(text: string, at = writtenAt): string {
  const found = writtenTime(text, at);
  if (found?.kind === "time") return stamp(found.at * 1000).replace(".000", "");
  return found?.kind ?? "none";
}

test("each time is what servers make of it", () => {
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.map(([, text]) => [read(text), text])).toEqual(rows);
});

test.each([
  ["10am", "undated"],
  ["24 Nov", "undated"],
  ["5/1/26 10:00", "undated"],
  ["24 Nov 2025 10:00", "2025-11-24T10:00:00Z"],
  ["tomorrow", "none"],
])("%s in a text that is not written yet is %s", (text, expected) => {
  const found = writtenTime(text, undefined);
  expect(found?.kind === "time" ? read(text) : (found?.kind ?? "none")).toBe(expected);
});

test("any text is a time, or none, without an error", () => {
  const part = fc.constantFrom(..."0123456789:-/.,+() TZamphs".split(""), "Nov", "UTC", "é");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      expect(typeof read(parts.join(""))).toBe("string");
    }),
  );
});
