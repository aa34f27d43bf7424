/** Somebody at the keys: strokes or a terminal's bytes go the way that they go in the program, to commands. */
import { EventEmitter } from "node:events";
import type { Desktop, Keys } from "#commands/command.ts";
import { keymapOf } from "#commands/keymap.ts";
import { commands } from "#commands/table.ts";
import type { Store } from "#store/state.ts";
import type { Input } from "#ui/input/input.ts";
import { createRouter, type RouterPorts } from "#ui/input/router.ts";
import { readInput } from "#ui/input/source.ts";
import { fakeClock } from "./clock.ts";
import { noDesktop, noFiles, noViewport } from "./no-ports.ts";

export const ownKeys: Keys = { commands, overrides: {} };

/** What the router needs, for a screen that nobody draws. Without a viewport nothing moves in the text of messages. */
export function portsFor(
  store: Store,
  viewport = noViewport,
  clock = fakeClock(),
  desktop: Desktop = noDesktop,
): RouterPorts {
  let ids = 0;
  return {
    keymap: keymapOf(commands),
    context: {
      store,
      clock,
      viewport,
      desktop,
      files: noFiles,
      newId: () => {
        ids += 1;
        return `pressed-${ids}`;
      },
      keys: ownKeys,
      quit: () => undefined,
      openAccount: () => undefined,
      suspend: () => undefined,
      repaint: () => undefined,
      retry: () => undefined,
      editExternally: () => undefined,
    },
    isElsewhere: () => false,
    pass: () => undefined,
    onMouse: () => undefined,
    onFault: (error) => {
      throw error;
    },
  };
}

/** A function that presses one stroke after another. */
export function keyPresser(
  store: Store,
  viewport = noViewport,
  desktop: Desktop = noDesktop,
  clock = fakeClock(),
): (...strokes: string[]) => void {
  const route = createRouter(portsFor(store, viewport, clock, desktop));
  return (...strokes) => {
    for (const stroke of strokes)
      route([{ kind: "key", stroke, text: stroke.length === 1 ? stroke : undefined }], 0);
  };
}

/** A terminal's line discipline gives no more than this to a read. */
const longestRead = 4095;

/** The input of a terminal that sends what a test says. `routed` are the bursts, as often as something was taken of them. */
export function inputLine(ports: RouterPorts, clock = fakeClock()) {
  const emitter = new EventEmitter();
  const flow: string[] = [];
  const stream = Object.assign(emitter, {
    resume: () => flow.push("resume"),
    pause: () => flow.push("pause"),
  });
  const noticed: Input[] = [];
  const reader = readInput(stream, clock, (input) => noticed.push(input));
  const route = createRouter(ports);
  const routed: number[] = [];
  return {
    clock,
    noticed,
    routed,
    flow,
    reader,
    listens: () =>
      reader.handTo((inputs, at) => {
        const taken = route(inputs, at);
        routed.push(taken);
        return taken;
      }),
    /** Hands over the bytes of one read. */
    feeds: (bytes: Uint8Array) => void emitter.emit("data", bytes),
    /** Sends a text in as many reads as a terminal needs for them. */
    sends: (text: string) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += longestRead)
        emitter.emit("data", bytes.subarray(at, at + longestRead));
    },
  };
}
