import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { followCells, probe, questions, readReply } from "#host/probe.ts";
import { fakeClock } from "../support/clock.ts";

const esc = "\u001b";
const replies = {
  light: `${esc}]11;rgb:ffff/fafa/e000${esc}\\`,
  dark: `${esc}]11;rgb:1e/1e/2e\u0007`,
  graphemes: `${esc}[?2027;2$y`,
  keyboard: `${esc}[?0u`,
  device: `${esc}[?62;22c`,
};

/** A terminal whose answers the test sends. */
function terminal() {
  const written: string[] = [];
  let hear: ((sequence: string) => void) | undefined;
  return {
    written,
    hasListener: () => hear !== undefined,
    answer: (sequence: string) => hear?.(sequence),
    write: (text: string) => void written.push(text),
    listen: (listener: (sequence: string) => void) => {
      hear = listener;
      return () => {
        hear = undefined;
      };
    },
  };
}

test.each([
  [replies.light, { kind: "background", isLight: true }],
  [replies.dark, { kind: "background", isLight: false }],
  [`${esc}]11;rgba:f/f/f/0${esc}\\`, { kind: "background", isLight: true }],
  [replies.graphemes, { kind: "graphemes", isSupported: true }],
  [`${esc}[?2027;0$y`, { kind: "graphemes", isSupported: false }],
  [`${esc}[?2027;4$y`, { kind: "graphemes", isSupported: false }],
  [replies.keyboard, { kind: "keyboard", flags: 0 }],
  [`${esc}[24;5R`, { kind: "cursor", column: 5 }],
  [replies.device, { kind: "device", hasSixel: false }],
  [`${esc}[?62;4;22c`, { kind: "device", hasSixel: true }],
  [`${esc}_Gi=31;OK${esc}\\`, { kind: "graphics", isSupported: true }],
  [`${esc}_Gi=31;EINVAL:no${esc}\\`, { kind: "graphics", isSupported: false }],
  [`${esc}[6;20;10t`, { kind: "cell", width: 10, height: 20 }],
  [`${esc}[6;0;10t`, undefined],
  [`${esc}P>|kitty(0.36.1)${esc}\\`, { kind: "name", name: "kitty(0.36.1)" }],
  [`${esc}[A`, undefined],
  [`${esc}]11;red${esc}\\`, undefined],
])("%j is parsed as %j", (sequence, reply) => {
  expect(readReply(sequence)).toEqual(reply);
});

test("the last answer ends the probe, and no listener remains", async () => {
  const tty = terminal();
  const probing = probe(tty, fakeClock(), "none");
  for (const sequence of [
    replies.dark,
    `${esc}[I`,
    replies.graphemes,
    replies.keyboard,
    replies.device,
  ])
    tty.answer(sequence);
  const text = { isLight: false, hasGraphemes: true, hasKeyboard: true };
  expect(await probing).toEqual({ ...text, hasSixel: false });
  expect(tty.written).toEqual([questions("none")]);
  expect(tty.hasListener()).toBe(false);
});

test.each([
  [7, true],
  // A thumb and a heart, but three people instead of a family.
  [11, "unjoined"],
  [12, false],
  [6, false],
])("a cursor in column %d after the sample: clusters %s", async (column, hasClusters) => {
  const tty = terminal();
  const probing = probe(tty, fakeClock(), "none");
  tty.answer(`${esc}[24;${column}R`);
  tty.answer(replies.device);
  expect(await probing).toEqual({ hasClusters, hasSixel: false });
});

test("a terminal that answers partially times out at the limit", async () => {
  const clock = fakeClock();
  const tty = terminal();
  const probing = probe(tty, clock, "none", 100);
  tty.answer(replies.light);
  await clock.pass(100);
  expect(await probing).toEqual({ isLight: true });
  expect(clock.waiting()).toBe(0);
});

test("a terminal is asked about pictures if it cannot take the question for text", async () => {
  expect(questions("none")).not.toMatch(/_G|>q|16t/);
  expect(questions("direct")).toContain(`${esc}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA${esc}\\`);
  // tmux would take it for a title.
  expect(questions("tmux")).toContain(`${esc}Ptmux;${esc}${esc}_Gi=31`);
  const tty = terminal();
  const probing = probe(tty, fakeClock(), "direct");
  tty.answer(`${esc}_Gi=31;OK${esc}\\`);
  tty.answer(`${esc}[6;18;9t`);
  tty.answer(`${esc}P>|kitty(0.36.1)${esc}\\`);
  tty.answer(replies.device);
  expect(await probing).toEqual({
    hasKittyGraphics: true,
    cell: { width: 9, height: 18 },
    name: "kitty(0.36.1)",
    hasSixel: false,
  });
});

test("the terminal around tmux may answer a moment later than tmux", async () => {
  const clock = fakeClock();
  const [late, silent] = [terminal(), terminal()];
  const answered = probe(late, clock, "tmux");
  late.answer(replies.device);
  await clock.pass(30);
  late.answer(`${esc}_Gi=31;OK${esc}\\`);
  expect(await answered).toMatchObject({ hasKittyGraphics: true });
  const ignored = probe(silent, clock, "tmux");
  silent.answer(replies.device);
  await clock.pass(60);
  expect(await ignored).toEqual({ hasSixel: false });
  expect(clock.waiting()).toBe(0);
});

test("another size of cells is reported once, after the window changed", () => {
  const tty = terminal();
  const window = new EventEmitter();
  const learnt: unknown[] = [];
  const stop = followCells(tty, window, { width: 10, height: 20 }, (cell) => learnt.push(cell));
  expect(tty.written).toEqual([]);
  window.emit("SIGWINCH");
  expect(tty.written).toEqual([`${esc}[16t`]);
  for (const size of ["20;10", "14;7", "14;7", "20;10"]) tty.answer(`${esc}[6;${size}t`);
  tty.answer(`${esc}[?62;4c`);
  expect(learnt).toEqual([
    { width: 7, height: 14 },
    { width: 10, height: 20 },
  ]);
  stop();
  expect([tty.hasListener(), window.listenerCount("SIGWINCH")]).toEqual([false, 0]);
});
