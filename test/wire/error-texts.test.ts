import { expect, test } from "vitest";
import { textAt, wordingAt } from "#wire/error-texts.ts";

const error = (text: string, code = "BAD_REQUEST", extra = {}) => ({
  text,
  code,
  status: 400,
  extra,
});

test("streams are called channels above the document's level, except in quoted names", () => {
  const text = "Channel 'the Channel' does not exist";
  expect(textAt(185, text)).toBe(text);
  expect(textAt(184, text)).toBe("Stream 'the Channel' does not exist");
});

test("an unknown draft and the last owner have no code up to level 184", () => {
  for (const text of ["Draft does not exist", "Cannot deactivate the only organization owner"]) {
    expect(wordingAt(184, error(text)).code).toBeUndefined();
    expect(wordingAt(185, error(text)).code).toBe("BAD_REQUEST");
  }
});

test("an unknown stream when unsubscribing is in a separate key up to level 184", () => {
  const newest = error("Channel(s) (no such, nor this) do not exist");
  expect(wordingAt(184, newest)).toEqual({
    text: "Stream 'no such' does not exist",
    code: "STREAM_DOES_NOT_EXIST",
    status: 400,
    extra: { stream: "no such" },
  });
  expect(wordingAt(185, newest)).toEqual(newest);
});
