/** Puts the application on a terminal, and tells the rest of the program what lies where on it. */
import { render } from "ink";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { HourStyle } from "#base/time.ts";
import type { Viewport } from "#commands/command.ts";
import type { Overrides } from "#commands/keymap.ts";
import { commands } from "#commands/table.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import type { Store } from "#store/state.ts";
import { App } from "./app.tsx";
import { coalescingStream } from "./coalesce-writes.ts";
import { createMessageBodies } from "./message-bodies.ts";
import { createPanes, type Panes } from "./panes.ts";
import { reporter } from "./reports.ts";
import { shownStore } from "./shown-store.ts";
import type { Style } from "./style.ts";
import { keepTimeReading } from "./time-reading.ts";
import { createViewport } from "./viewport-port.ts";

/** The terminal as far as frames are concerned. */
export type ScreenOutput = {
  readonly write: (text: string) => void;
  /** True while the terminal has not taken everything: nothing more is drawn then. */
  readonly isBehind: () => boolean;
  /** Calls `task` each time that the terminal has taken everything after it was behind. */
  readonly onCaughtUp: (task: () => void) => void;
};

export type UiOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly style: Style;
  readonly overrides: Overrides;
  readonly log: Log;
  /** What dialogs of Ink hear: fed by the decoder of the terminal's input, never the terminal itself. */
  readonly stdin: NodeJS.ReadableStream;
  /** Asked for the terminal's size only: what is drawn goes to `output`. */
  readonly stdout: NodeJS.WritableStream;
  readonly output: ScreenOutput;
  /** False while the screen is not ours to draw on; always ours when absent. */
  readonly isOurs?: () => boolean;
  /** The person gave another key for the account. */
  readonly signIn: (key: string) => void;
  /** Called after each frame, when its bytes were handed to the terminal. */
  readonly onFrame?: () => void;
  /** Told of each error in drawing: the part that it happened in says so, the others go on. */
  readonly onFault: (error: unknown) => void;
};

export type Ui = {
  /** Another set after the person chose to read the hour in another way. */
  readonly panes: () => Panes;
  readonly viewport: Viewport;
  /** Draws everything anew, whatever the terminal shows. */
  readonly repaint: () => void;
  readonly unmount: () => void;
  /** Rejects with the error when drawing failed. */
  readonly waitUntilExit: () => Promise<unknown>;
  /** Resolves when no frame is under way. */
  readonly flushed: () => Promise<void>;
};

/** With the cursor hidden, as Ink takes it to be after a frame that was cleared. */
const wholeScreen = "\u001b[?25l\u001b[H\u001b[2J";

export function startUi(options: UiOptions): Ui {
  const { store, clock, style, overrides, log, stdin, stdout, output, signIn, onFault } = options;
  const { isOurs = () => true } = options;
  const { shown, catchUp } = shownStore(store, output.isBehind);
  const panesFor = (read: HourStyle) => {
    const own = { ...style, hours: read };
    // Nothing that the store holds changed when a body is ready, but those who listen look again.
    const bodies = createMessageBodies(own, () => store.setState({}), log);
    return createPanes({ style: own, bodies, clock, keys: { commands, overrides } });
  };
  let hours = hourStyleOf(store.getState().view, style.hours);
  let panes = panesFor(hours);
  const current = () => panes;
  const tellRest = reporter(store, shown.getState, current);
  const report = () => {
    // What stands only half on the terminal was not seen by anybody.
    if (output.isBehind()) return;
    try {
      tellRest();
    } catch (error) {
      // What cannot be drawn was not read either.
      onFault(error);
    }
  };
  // True when Ink believes something on the screen that never went there.
  let hasMissed = false;
  const draw = (frame: string) => {
    if (!isOurs()) return;
    if (output.isBehind()) hasMissed = true;
    else output.write(frame);
  };
  const app = () => {
    const props = { store: shown, panes, clock, signIn, style, onFault };
    return <App {...props} />;
  };
  const instance = render(app(), {
    stdin,
    stdout: coalescingStream(stdout, { write: draw, flushed: flushing(output) }),
    // Whoever starts the screen has entered it already and leaves it on every way out.
    alternateScreen: false,
    incrementalRendering: true,
    // Ink's limit is a debounce: it would delay keys. Events come in batches already.
    maxFps: 1000,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
    onRender: () => {
      queueMicrotask(report);
      options.onFrame?.();
    },
  });
  const repaint = () => {
    hasMissed = output.isBehind();
    if (hasMissed) return;
    instance.clear();
    output.write(wholeScreen);
    instance.rerender(app());
  };
  output.onCaughtUp(() => {
    catchUp();
    if (hasMissed) repaint();
    else report();
  });
  // Every line has an hour in it, so another way of reading the hour is another set of panes.
  store.subscribe(({ view }) => {
    const now = hourStyleOf(view, style.hours);
    if (now === hours) return;
    hours = now;
    panes = panesFor(hours);
    instance.rerender(app());
  });
  keepTimeReading(store, clock, () => hours, onFault);
  return {
    panes: current,
    viewport: createViewport(store, current),
    repaint,
    unmount: () => instance.unmount(),
    waitUntilExit: () => instance.waitUntilExit(),
    // What was changed last reaches the shown store first.
    flushed: () => Promise.resolve().then(() => instance.waitUntilRenderFlush()),
  };
}

/** Calls back when nothing waits for the terminal any more. */
function flushing({ isBehind, onCaughtUp }: ScreenOutput): (done: () => void) => void {
  const waiting = new Set<() => void>();
  onCaughtUp(() => {
    for (const done of waiting) done();
    waiting.clear();
  });
  return (done) => {
    if (isBehind()) waiting.add(done);
    else queueMicrotask(done);
  };
}
