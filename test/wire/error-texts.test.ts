import { expect, test } from "vitest";
import { textAt, wordingAt } from "#wire/error-texts.ts";

const error = (text: string, code = "BAD_REQUEST", extra = {}) => ({
  text,
  code,
  status: 400,
  extra,
});

test("streams are called channels from level 255 on, but not within what is quoted", () => {
  const text = "Channel 'the Channel' does not exist";
  expect(textAt(255, text)).toBe(text);
  expect(textAt(254, text)).toBe("Stream 'the Channel' does not exist");
});

test("an unknown draft and the last owner have no code up to level 184", () => {
  for (const text of ["Draft does not exist", "Cannot deactivate the only organization owner"]) {
    expect(wordingAt(184, error(text)).code).toBeUndefined();
    expect(wordingAt(185, error(text)).code).toBe("BAD_REQUEST");
  }
});

test("an unknown stream to leave is named in a key of its own up to level 184", () => {
  const newest = error("Channel(s) (no such, nor this) do not exist");
  expect(wordingAt(184, newest)).toEqual({
    text: "Stream 'no such' does not exist",
    code: "STREAM_DOES_NOT_EXIST",
    status: 400,
    extra: { stream: "no such" },
  });
  expect(wordingAt(185, newest).text).toBe("Stream(s) (no such, nor this) do not exist");
  expect(wordingAt(255, newest)).toEqual(newest);
});

test("codes are what they were before they had a name, and nothing below level 76", () => {
  const again = error("Reaction already exists.", "REACTION_ALREADY_EXISTS");
  const codes = [193, 192, 76, 75].map((level) => wordingAt(level, again).code);
  expect(codes).toEqual(["REACTION_ALREADY_EXISTS", "BAD_REQUEST", "BAD_REQUEST", undefined]);
  const stream = error("Channel 'x' does not exist", "STREAM_DOES_NOT_EXIST", { stream: "x" });
  expect(wordingAt(1, stream).code).toBe("STREAM_DOES_NOT_EXIST");
});
