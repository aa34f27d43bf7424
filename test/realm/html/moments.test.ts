import { expect, test } from "vitest";
import { renderHtml } from "#realm/html/render.ts";
import { lookups } from "./lookups.ts";

const datetime = (typed: string) =>
  /datetime="([^"]*)"/.exec(renderHtml(`<time:${typed}>`, lookups).html)?.[1];

test.each([
  ["20240501", "2024-05-01T00:00:00Z"],
  ["20240501T120000Z", "2024-05-01T12:00:00Z"],
  ["1 May 2024 10am", "2024-05-01T10:00:00Z"],
  ["2024-05-01T12:00:00 EST", "2024-05-01T17:00:00Z"],
  ["1714557600.5", "2024-05-01T10:00:00.500000Z"],
  ["2024-05-01T12:00:00.123Z", "2024-05-01T12:00:00.123000Z"],
  ["1e9", "2001-09-09T01:46:40Z"],
])("%s is a moment", (typed, moment) => {
  expect(datetime(typed)).toBe(moment);
});

test.each(["2024-02-30", "2024-05-01T24:00:00", "2024-13-01", "99999999999999"])(
  "%s is none",
  (typed) => {
    expect(datetime(typed)).toBeUndefined();
  },
);
