/** Coalesces the writes of a frame: each frame reaches the terminal in one write, without redundant bytes. */

const esc = "\u001b";
const beginFrame = `${esc}[?2026h`;
const endFrame = `${esc}[?2026l`;
/** Ink steps over unchanged lines one by one. */
const steps = new RegExp(`(?:${esc}\\[E){2,}`, "g");

/** The signature of a stream's `write`: after the text come the encoding and the callback. */
type Write = (text: string, ...rest: readonly unknown[]) => boolean;

export type Sink = {
  readonly write: (text: string) => void;
  /** Calls `done` when everything was written. */
  readonly flushed: (done: () => void) => void;
};

/** A function that collects the pieces of a frame and writes them to `sink` at once. */
export function coalesceWrites({ write, flushed }: Sink): Write {
  let frame: string | undefined;
  const take = (text: string) => {
    if (frame === undefined && text !== beginFrame) return write(short(text));
    frame = (frame ?? "") + text;
    if (!frame.endsWith(endFrame)) return undefined;
    const whole = frame;
    frame = undefined;
    return write(short(whole));
  };
  return (text, ...rest) => {
    if (text !== "") take(text);
    const done = rest.at(-1);
    if (typeof done === "function") flushed(() => done());
    return true;
  };
}

function short(text: string): string {
  return text.replace(steps, (run) => `${esc}[${run.length / 3}E`);
}

/** The stream with its writes redirected to `sink`; everything else is the stream's own. */
export function coalescingStream<Stream extends NodeJS.WritableStream>(
  stream: Stream,
  sink: Sink,
): Stream {
  const write = coalesceWrites(sink);
  return new Proxy(stream, {
    get: (target, property) => {
      if (property === "write") return write;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
