/** Measures a terminal by its own answers: the cursor position after a text, and the modes that it supports. */
import type { Clock } from "#base/clock.ts";

const esc = "\u001b";

/** Standard input in raw mode, as `measure` uses it. */
export type MeasuredTerminal = {
  readonly write: (text: string) => void;
  /** Passes on all input until the returned function is called. */
  readonly listen: (hear: (text: string) => void) => () => void;
};

export type Measures = {
  /** The columns that each sample took on the terminal. A sample without an answer is absent. */
  readonly widths: ReadonlyMap<string, number>;
  /** It is undefined if the terminal did not answer. */
  readonly focus: boolean | undefined;
  readonly keyboard: boolean;
  /** Whether the terminal reports that programs may set the clipboard (OSC 52). */
  readonly clipboard: boolean;
};

const modeReply = new RegExp(`${esc}\\[\\?1004;(\\d)\\$y`);
const keyboardReply = new RegExp(`${esc}\\[\\?\\d+u`);
const deviceReply = new RegExp(`${esc}\\[\\?([\\d;]*)c`);
const cursorReply = new RegExp(`${esc}\\[\\d+;(\\d+)R`, "g");

/** Sends all queries at once and waits for the last answer, which all terminals give; undefined if it does not come. */
export async function measure(
  { write, listen }: MeasuredTerminal,
  samples: readonly string[],
  clock: Clock,
  limitMs = 500,
): Promise<Measures | undefined> {
  let replies = "";
  const answered = Promise.withResolvers<void>();
  const stop = listen((text) => {
    replies += text;
    if (deviceReply.test(replies)) answered.resolve();
  });
  const cancel = clock.after(limitMs, answered.resolve);
  for (const sample of samples) write(`\r${sample}${esc}[6n\r${esc}[K`);
  write(`${esc}[?1004$p${esc}[?u${esc}[c`);
  await answered.promise;
  cancel();
  stop();
  const device = deviceReply.exec(replies)?.[1];
  if (device === undefined) return undefined;
  const columns = [...replies.matchAll(cursorReply)].map(([, column]) => Number(column) - 1);
  const widths = new Map<string, number>();
  for (const [at, sample] of samples.entries()) {
    const width = columns[at];
    if (width !== undefined) widths.set(sample, width);
  }
  const focus = modeReply.exec(replies)?.[1];
  return {
    widths,
    focus: focus === undefined ? undefined : focus !== "0",
    keyboard: keyboardReply.test(replies),
    clipboard: device.split(";").includes("52"),
  };
}
