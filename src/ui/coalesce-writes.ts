/** Coalesces the writes of a frame: each frame reaches the terminal in one write, without redundant bytes. */

const esc = "\u001b";
const beginFrame = `${esc}[?2026h`;
const endFrame = `${esc}[?2026l`;
/** Ink steps over unchanged lines one by one. */
const steps = new RegExp(`(?:${esc}\\[E){2,}`, "g");

/** As a stream's: what follows the text is its encoding, and who is told when it was taken. */
type Write = (text: string, ...rest: readonly unknown[]) => boolean;

export type Sink = {
  readonly write: (text: string) => void;
  /** Calls back when everything was written. */
  readonly flushed: (done: () => void) => void;
};

/** A function that writes what it is given to `sink`: a frame, which comes in several pieces, in one go. */
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

/** The stream, but what is written to it goes to `sink`; everything else about it is its own. */
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
