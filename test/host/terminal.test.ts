import { expect, test } from "vitest";
import { plain } from "#base/safe-text.ts";
import { takeTerminal } from "#host/terminal.ts";
import { createTerminalOutput } from "#host/terminal-output.ts";
import { fakeClock } from "../support/clock.ts";

const esc = "\u001b";

function port() {
  const seen: string[] = [];
  return {
    seen,
    output: createTerminalOutput((bytes) => {
      seen.push(Buffer.from(bytes).toString());
      return bytes.length;
    }, fakeClock()),
    setRawMode: (on: boolean) => void seen.push(on ? "raw" : "cooked"),
    text: () => seen.join(""),
  };
}

const switches = new RegExp(`${esc}\\[\\?(\\d+)([hl])`, "g");

/** Private modes that are still enabled. */
function left(text: string): string[] {
  const on = new Set<string>();
  for (const [, mode = "", way] of text.matchAll(switches)) {
    if (way === "h") on.add(mode);
    else on.delete(mode);
  }
  // The cursor is enabled before, and only disabled meanwhile.
  return [...on].filter((mode) => mode !== "25");
}

test.each([true, false])(
  "leaving disables every mode that entering enabled (mouse %s), once",
  (mouse) => {
    const tty = port();
    const terminal = takeTerminal(tty, { mouse, title: true });
    expect(left(tty.text()).includes("1002")).toBe(mouse);
    terminal.leave();
    terminal.leave();
    expect(left(tty.text())).toEqual([]);
    expect(tty.text().endsWith(`${esc}[?25h${esc}[H${esc}[2J${esc}[?1049lcooked`)).toBe(true);
    expect(tty.seen.filter((part) => part === "cooked")).toHaveLength(1);
  },
);

test("an already painted screen is not entered or cleared again", () => {
  const tty = port();
  const terminal = takeTerminal(tty, { mouse: true, title: true }, true);
  expect(tty.text()).not.toContain("1049h");
  expect(tty.text()).not.toContain(`${esc}[2J`);
  terminal.leave();
  expect(tty.text()).toContain(`${esc}[?1049l`);
});

test("extended keys are enabled on request, and the previous mode is restored", () => {
  const tty = port();
  const terminal = takeTerminal(tty, { mouse: false, title: true });
  expect(tty.text()).not.toContain(`${esc}[>5u`);
  terminal.tellKeysApart();
  terminal.leave();
  terminal.enter();
  terminal.leave();
  expect(tty.text().split(`${esc}[>5u`)).toHaveLength(3);
  expect(tty.text().split(`${esc}[<u`)).toHaveLength(3);
});

test("after a suspend the screen is entered again and cleared", () => {
  const tty = port();
  const terminal = takeTerminal(tty, { mouse: false, title: true }, true);
  terminal.leave();
  tty.seen.length = 0;
  terminal.enter();
  terminal.enter();
  expect(terminal.output.isOurs()).toBe(true);
  expect(tty.seen[0]).toBe("raw");
  expect(tty.text().split(`${esc}[?1049h${esc}[H${esc}[2J`)).toHaveLength(2);
  expect(tty.text()).not.toContain("1000");
});

test("a closed terminal does not prevent the exit", () => {
  const gone = () => {
    throw new Error("EIO");
  };
  const output = createTerminalOutput(gone, fakeClock());
  const terminal = takeTerminal({ output, setRawMode: gone }, { mouse: true, title: true });
  terminal.leave();
  expect(terminal.output.isOurs()).toBe(false);
});

test("while the terminal is left nothing is written, whoever tries, and nothing is worth drawing", () => {
  const tty = port();
  const { output, ...terminal } = takeTerminal(tty, { mouse: true, title: true });
  expect([output.write("frame"), output.isBehind()]).toEqual([true, false]);
  expect(tty.seen.at(-1)).toBe("frame");
  terminal.leave();
  tty.seen.length = 0;
  expect([output.write("frame"), output.isBehind()]).toEqual([false, true]);
  terminal.setTitle(plain("4 unread"));
  terminal.tellKeysApart();
  expect(tty.seen).toEqual([]);
  terminal.enter();
  expect([output.write("frame"), output.isBehind()]).toEqual([true, false]);
});

test("the title is set again after a suspend, and the previous one is restored each time", () => {
  const tty = port();
  const terminal = takeTerminal(tty, { mouse: false, title: true });
  terminal.setTitle(plain("3 unread - Acme"));
  terminal.leave();
  terminal.setTitle(plain("4 unread - Acme"));
  terminal.enter();
  terminal.leave();
  const sequence = new RegExp(`${esc}(?:\\[2[23];0t|\\]2;[^${esc}]*${esc}\\\\)`, "g");
  const titles = tty.text().match(sequence);
  const [save, restore] = [`${esc}[22;0t`, `${esc}[23;0t`];
  const [three, four] = [3, 4].map((count) => `${esc}]2;${count} unread - Acme${esc}\\`);
  expect(titles).toEqual([save, three, restore, save, four, restore]);
});

test("no title is sent to a terminal that would print it", () => {
  const tty = port();
  const terminal = takeTerminal(tty, { mouse: false, title: false });
  terminal.setTitle(plain("3 unread"));
  terminal.leave();
  expect(tty.text()).not.toMatch(/unread|;0t/);
});

test("a terminal is told not to order text from right to left, until it is left", () => {
  const tty = port();
  const terminal = takeTerminal(tty, { mouse: false, title: false, ordered: true });
  expect(tty.text().endsWith(`${esc}[8l`)).toBe(true);
  terminal.leave();
  expect(tty.text().split(`${esc}[8h`)).toHaveLength(2);
});
