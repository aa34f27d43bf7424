/** A terminal that is written to once a frame and with no byte more than needed: slow lines show every one of them. */

const esc = "\u001b";
const beginFrame = `${esc}[?2026h`;
const endFrame = `${esc}[?2026l`;
/** Ink steps over unchanged lines one by one. */
const steps = new RegExp(`(?:${esc}\\[E){2,}`, "g");

/** As a stream's: what follows the text is its encoding, and who is told when it was taken. */
type Write = (text: string, ...rest: readonly unknown[]) => unknown;

/**
 * A function that writes what it is given through `write`: a frame, which comes in several pieces, in one go.
 * Whatever does not come as text alone goes through as it is.
 */
export function thrifty(write: Write): Write {
  let frame: string | undefined;
  return (text, ...rest) => {
    if (typeof text !== "string" || rest.length > 0) return write(text, ...rest);
    if (frame === undefined && text !== beginFrame) return write(short(text));
    frame = (frame ?? "") + text;
    if (!frame.endsWith(endFrame)) return true;
    const whole = frame;
    frame = undefined;
    return write(short(whole));
  };
}

function short(text: string): string {
  return text.replace(steps, (run) => `${esc}[${run.length / 3}E`);
}

/**
 * The stream, with its writing made thrifty; everything else about it is its own. While `isOurs` is false, as after the
 * screen was given back, frames are dropped: they would be drawn over the shell.
 */
export function thriftyStream<Stream extends NodeJS.WritableStream>(
  stream: Stream,
  isOurs: () => boolean,
): Stream {
  const write = thrifty((text, ...rest) =>
    rest.length > 0 || isOurs() ? Reflect.apply(stream.write, stream, [text, ...rest]) : true,
  );
  return new Proxy(stream, {
    get: (target, property) => {
      if (property === "write") return write;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
