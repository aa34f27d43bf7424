import fc from "fast-check";
import { expect, test } from "vitest";
import { plain, safeLine, safeText } from "#base/safe-text.ts";
import { notificationKind, notificationSequence } from "#host/terminal-notifications.ts";
import { anyText } from "../support/any-text.ts";
import { runs } from "../support/runs.ts";

test.each([
  [{ TERM: "xterm-256color" }, "bell"],
  [{ TERM: "xterm-kitty" }, "osc99"],
  [{ TERM: "xterm-256color", KITTY_WINDOW_ID: "1" }, "osc99"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, "osc9"],
  [{ TERM: "xterm-ghostty" }, "osc9"],
  [{ TERM: "foot" }, "osc777"],
  [{ TERM: "tmux-256color", TERM_PROGRAM: "WezTerm" }, "bell"],
  [{ TERM: "xterm-kitty", TMUX: "/tmp/tmux" }, "bell"],
] as const)("%o is notified by %s", (environment, kind) => {
  expect(notificationKind("auto", environment)).toBe(kind);
  expect(notificationKind("off", environment)).toBe("off");
});

const ana = { title: plain("Ana Ruiz"), body: plain("lunch; or later?") };

test.each([
  ["osc9", "\x1b]9;Ana Ruiz: lunch, or later?\x1b\\"],
  ["osc99", "\x1b]99;i=weir:d=0;Ana Ruiz\x1b\\\x1b]99;i=weir:d=1:p=body;lunch, or later?\x1b\\"],
  ["osc777", "\x1b]777;notify;Ana Ruiz;lunch, or later?\x1b\\"],
  ["bell", "\x07"],
  ["off", ""],
] as const)("%s has its own form", (kind, bytes) => {
  expect(notificationSequence(kind, ana)).toBe(bytes);
});

test("no text can end the escape sequence or start another", () => {
  const kinds = fc.constantFrom("osc9", "osc99", "osc777");
  const text = anyText(300);
  fc.assert(
    fc.property(kinds, text, text, (kind, title, body) => {
      const bytes = notificationSequence(kind, { title: safeLine(title), body: safeText(body) });
      const [first = "", ...rest] = bytes.split("\x1b\\");
      expect(rest.at(-1)).toBe("");
      for (const part of [first, ...rest.slice(0, -1)])
        expect(part.slice(2)).not.toMatch(/\p{Cc}/u);
      if (kind === "osc9") expect(first.split(";")).toHaveLength(2);
    }),
    { numRuns: runs(1) },
  );
});
