/** A simulated keyboard: strokes or a terminal's bytes reach commands as in the program. */
import { EventEmitter } from "node:events";
import type { Desktop, Keys } from "#commands/command.ts";
import { keymapOf } from "#commands/keymap.ts";
import { commands } from "#commands/tables/commands.ts";
import type { Store } from "#store/state.ts";
import { createRouter, type RouterPorts } from "#ui/input/router.ts";
import { readInput } from "#ui/input/source.ts";
import type { TerminalInput } from "#ui/input/text-run.ts";
import { fakeClock } from "./clock.ts";
import { noDesktop, noFiles, noViewport } from "./no-ports.ts";

export const ownKeys: Keys = { commands, overrides: {} };
const keymap = keymapOf(commands);

/** Unique over all keyboards, as for all windows of an account. */
let ids = 0;

/** The router's ports without a screen. Without a viewport, keys do not scroll messages. */
export function portsFor(
  store: Store,
  viewport = noViewport,
  clock = fakeClock(),
  desktop: Desktop = noDesktop,
  keys: Keys = ownKeys,
): RouterPorts {
  return {
    keymap: keys === ownKeys ? keymap : keymapOf(keys.commands, keys.overrides),
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
      count: 1,
      keys,
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

/** A function that presses keys. */
export function keyPresser(
  store: Store,
  viewport = noViewport,
  desktop: Desktop = noDesktop,
  clock = fakeClock(),
  keys: Keys = ownKeys,
): (...strokes: string[]) => void {
  const route = createRouter(portsFor(store, viewport, clock, desktop, keys));
  return (...strokes) => {
    for (const stroke of strokes)
      route([{ kind: "key", stroke, text: stroke.length === 1 ? stroke : undefined }], 0);
  };
}

/** The maximum size of one read from a terminal's line discipline. */
const longestRead = 4095;

/** A simulated terminal input. `routed` contains the number of inputs taken at each call of the router. */
export function inputLine(ports: RouterPorts, clock = fakeClock()) {
  const emitter = new EventEmitter();
  const flow: string[] = [];
  const stream = Object.assign(emitter, {
    resume: () => flow.push("resume"),
    pause: () => flow.push("pause"),
  });
  const noticed: TerminalInput[] = [];
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
    /** Delivers the bytes of one read. */
    feeds: (bytes: Uint8Array) => void emitter.emit("data", bytes),
    /** Delivers a text in as many reads as a terminal would. */
    sends: (text: string) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += longestRead)
        emitter.emit("data", bytes.subarray(at, at + longestRead));
    },
  };
}
