import { expect, test } from "vitest";
import { probe, questions, readReply } from "#host/probe.ts";
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
  [replies.device, { kind: "device" }],
  [`${esc}[A`, undefined],
  [`${esc}]11;red${esc}\\`, undefined],
])("%j is parsed as %j", (sequence, reply) => {
  expect(readReply(sequence)).toEqual(reply);
});

test("the last answer ends the probe, and no listener remains", async () => {
  const tty = terminal();
  const probing = probe(tty, fakeClock());
  for (const sequence of [
    replies.dark,
    `${esc}[I`,
    replies.graphemes,
    replies.keyboard,
    replies.device,
  ])
    tty.answer(sequence);
  expect(await probing).toEqual({ isLight: false, hasGraphemes: true, hasKeyboard: true });
  expect(tty.written).toEqual([questions]);
  expect(tty.hasListener()).toBe(false);
});

test.each([
  [5, true],
  [8, false],
  [4, false],
])("a cursor in column %d after the sample: clusters %s", async (column, hasClusters) => {
  const tty = terminal();
  const probing = probe(tty, fakeClock());
  tty.answer(`${esc}[24;${column}R`);
  tty.answer(replies.device);
  expect(await probing).toEqual({ hasClusters });
});

test("a terminal that answers partially times out at the limit", async () => {
  const clock = fakeClock();
  const tty = terminal();
  const probing = probe(tty, clock, 100);
  tty.answer(replies.light);
  await clock.pass(100);
  expect(await probing).toEqual({ isLight: true });
  expect(clock.waiting()).toBe(0);
});
