/**
 * What tests learn about the running program, over a Unix socket that the environment names and they listen at.
 *
 * Never over the terminal. Whoever listens writes requests, a line each: `watch` asks to be told
 * `idle <inputs> <watches> <size>` now and from now on, whenever the program has come to rest; `counts` is answered by
 * `counts <JSON>`, and `fail` is thrown as an error that nobody catches. `<inputs>` counts what the terminal sent and
 * was dealt with, `<watches>` the requests to watch, `<size>` is the size that the screen was drawn for, `80x24`: so
 * whoever typed, asked or resized knows that the rest came after that.
 */
import { createConnection, type Socket } from "node:net";
import { createInterface } from "node:readline";

export type Rest = {
  /** How many inputs were dealt with. */
  readonly inputs: () => number;
  /** Resolves when nothing is under way but the long poll, and the last frame was written. */
  readonly settled: () => Promise<void>;
  /** The size that the screen is drawn for, as `80x24`. */
  readonly size: () => string;
  /** How much of what the program holds. */
  readonly counts: () => Readonly<Record<string, number>>;
};

export type SideChannel = {
  /** Something happened: an input, a change, a frame. Cheap, and without effect when nobody watches. */
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
  const say = (line: string) => {
    if (!socket.destroyed) socket.write(`${line}\n`);
  };
  let watches = 0;
  let stirs = 0;
  let isWatching = false;
  const watch = async () => {
    isWatching = true;
    let seen: number;
    let asked: number;
    do {
      seen = stirs;
      asked = watches;
      await rest.settled();
    } while (seen !== stirs);
    isWatching = false;
    say(`idle ${rest.inputs()} ${asked} ${rest.size()}`);
  };
  const stirred = () => {
    stirs += 1;
    if (watches > 0 && !isWatching) void watch();
  };
  createInterface({ input: socket }).on("line", (wish) => {
    switch (wish) {
      case "watch":
        watches += 1;
        return stirred();
      case "counts":
        return say(`counts ${JSON.stringify(rest.counts())}`);
      case "fail":
        throw new Error("A test asked for this error.");
    }
  });
  return { stirred, close: () => socket.destroy() };
}
