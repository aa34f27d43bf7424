/**
 * Tells tests about the running program, over a Unix socket that the environment names and they listen on.
 *
 * Never over the terminal. The listener writes requests, one per line: `watch` subscribes to `idle <inputs> <watches>
 * <size> <written>`, sent now and whenever the program becomes idle; `counts` and `marks` are answered by themselves and JSON,
 * and `fail` throws an uncaught error that says what follows. `<inputs>` counts the terminal inputs that were processed,
 * `<watches>` the watch requests, and `<size>` is the size that the screen was drawn for, `80x24`: so a test knows that the
 * program became idle after its last input, request or resize. `<written>` is the length of all output, which may arrive
 * later than this message.
 */
import { createConnection, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { marksMade } from "#base/marks.ts";

type IdleState = {
  /** How many inputs were processed. */
  readonly inputs: () => number;
  /** Resolves when nothing but the long poll is pending, and the last frame was written. */
  readonly settled: () => Promise<void>;
  /** The size that the screen was drawn for, as `80x24`. */
  readonly size: () => string;
  /** How many UTF-16 units the terminal was given. */
  readonly written: () => number;
  /** The sizes of the main tables. */
  readonly counts: () => Readonly<Record<string, number>>;
};

type SideChannel = {
  /** Reports activity: an input, a change, a frame. Cheap, and does nothing while nobody watches. */
  readonly reportActivity: () => void;
};

/** `path` is undefined if no test listens. */
export function openSideChannel(path: string | undefined, rest: IdleState): SideChannel {
  if (path === undefined) return { reportActivity: () => {} };
  const socket: Socket = createConnection(path);
  socket.on("error", () => socket.destroy());
  socket.unref();
  const say = (line: string) => {
    if (!socket.destroyed) socket.write(`${line}\n`);
  };
  let watches = 0;
  let events = 0;
  let isWatching = false;
  const watch = async () => {
    isWatching = true;
    let seen: number;
    let asked: number;
    do {
      seen = events;
      asked = watches;
      await rest.settled();
    } while (seen !== events);
    isWatching = false;
    say(`idle ${rest.inputs()} ${asked} ${rest.size()} ${rest.written()}`);
  };
  const reportActivity = () => {
    events += 1;
    if (watches > 0 && !isWatching) void watch();
  };
  createInterface({ input: socket }).on("line", (line) => {
    const [request, ...words] = line.split(" ");
    switch (request) {
      case "watch":
        watches += 1;
        return reportActivity();
      case "counts":
        return say(`counts ${JSON.stringify(rest.counts())}`);
      case "marks":
        return say(`marks ${JSON.stringify(startMarks())}`);
      case "fail":
        throw new Error(`A test asked for this error. ${words.join(" ")}`);
    }
  });
  return { reportActivity };
}

/** When the process began, in UNIX milliseconds, and how far the start had come when. */
function startMarks() {
  const { nodeTiming, timeOrigin } = process.getBuiltinModule("node:perf_hooks").performance;
  return { began: timeOrigin, node: nodeTiming.bootstrapComplete, marks: marksMade() };
}
