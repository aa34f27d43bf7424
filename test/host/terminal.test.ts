import { expect, test } from "vitest";
import { takeTerminal } from "#host/terminal.ts";

const esc = "\u001b";

function port() {
  const seen: string[] = [];
  return {
    seen,
    write: (text: string) => void seen.push(text),
    setRawMode: (on: boolean) => void seen.push(on ? "raw" : "cooked"),
    text: () => seen.join(""),
  };
}

const switches = new RegExp(`${esc}\\[\\?(\\d+)([hl])`, "g");

/** Private modes that were switched and not switched back. */
function left(text: string): string[] {
  const on = new Set<string>();
  for (const [, mode = "", way] of text.matchAll(switches)) {
    if (way === "h") on.add(mode);
    else on.delete(mode);
  }
  // The cursor is the one mode that stands before, and is switched off.
  return [...on].filter((mode) => mode !== "25");
}

test.each([true, false])(
  "leaving switches off whatever entering switched on (mouse %s), once",
  (mouse) => {
    const tty = port();
    const terminal = takeTerminal(tty, { mouse });
    expect(left(tty.text()).includes("1002")).toBe(mouse);
    terminal.leave();
    terminal.leave();
    expect(left(tty.text())).toEqual([]);
    expect(tty.text().endsWith(`${esc}[?25h${esc}[?1049lcooked`)).toBe(true);
    expect(tty.seen.filter((part) => part === "cooked")).toHaveLength(1);
  },
);

test("a screen that is painted already is not entered or cleared again", () => {
  const tty = port();
  const terminal = takeTerminal(tty, { mouse: true }, true);
  expect(tty.text()).not.toContain("1049h");
  expect(tty.text()).not.toContain(`${esc}[2J`);
  terminal.leave();
  expect(tty.text()).toContain(`${esc}[?1049l`);
});

test("keys are told apart where that was asked for, and left as they were found", () => {
  const tty = port();
  const terminal = takeTerminal(tty, { mouse: false });
  expect(tty.text()).not.toContain(`${esc}[>1u`);
  terminal.tellKeysApart();
  terminal.leave();
  terminal.enter();
  terminal.leave();
  expect(tty.text().split(`${esc}[>1u`)).toHaveLength(3);
  expect(tty.text().split(`${esc}[<u`)).toHaveLength(3);
});

test("after a stop everything is entered again and cleared", () => {
  const tty = port();
  const terminal = takeTerminal(tty, { mouse: false }, true);
  terminal.leave();
  tty.seen.length = 0;
  terminal.enter();
  terminal.enter();
  expect(terminal.isEntered()).toBe(true);
  expect(tty.seen[0]).toBe("raw");
  expect(tty.text().split(`${esc}[?1049h${esc}[H${esc}[2J`)).toHaveLength(2);
  expect(tty.text()).not.toContain("1000");
});

test("a terminal that is gone does not stop the way out", () => {
  const gone = () => {
    throw new Error("EIO");
  };
  const terminal = takeTerminal({ write: gone, setRawMode: gone }, { mouse: true });
  terminal.leave();
  expect(terminal.isEntered()).toBe(false);
});
