/**
 * Tells tests when the program is at rest: a line `idle <inputs>` over a Unix socket that the environment names.
 *
 * Never over the terminal. `<inputs>` counts what the terminal sent and was dealt with, so whoever typed knows that the
 * rest is the rest after their keys.
 */
import { createConnection, type Socket } from "node:net";

export type Rest = {
  /** How many inputs were dealt with. */
  readonly inputs: () => number;
  /** Resolves when nothing is under way but the long poll, and the last frame was written. */
  readonly settled: () => Promise<void>;
};

export type SideChannel = {
  /** Something happened: an input, a change, a frame. Cheap, and without effect when nobody listens. */
  readonly stirred: () => void;
  readonly close: () => void;
};

const nobody: SideChannel = { stirred: () => {}, close: () => {} };

/** `path` undefined: nobody listens. */
export function openSideChannel(path: string | undefined, rest: Rest): SideChannel {
  if (path === undefined) return nobody;
  const socket: Socket = createConnection(path);
  socket.on("error", () => socket.destroy());
  socket.unref();
  let stirs = 0;
  let isWatching = false;
  const watch = async () => {
    isWatching = true;
    let seen: number;
    do {
      seen = stirs;
      await rest.settled();
    } while (seen !== stirs);
    isWatching = false;
    if (!socket.destroyed) socket.write(`idle ${rest.inputs()}\n`);
  };
  return {
    stirred: () => {
      stirs += 1;
      if (!isWatching) void watch();
    },
    close: () => socket.destroy(),
  };
}
