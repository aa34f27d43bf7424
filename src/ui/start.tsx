/** Renders the application on a terminal, and exposes its layout to the rest of the program. */
import { render } from "ink";
import { createStore } from "zustand/vanilla";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { HourStyle } from "#base/time.ts";
import type { Viewport } from "#commands/command.ts";
import type { Overrides } from "#commands/keys/keymap.ts";
import { commands } from "#commands/table.ts";
import { hourStyleOf } from "#model/settings.ts";
import { follow } from "#store/follow.ts";
import { owned } from "#store/owned.ts";
import type { State, Store } from "#store/state.ts";
import { createMessageBodies } from "#ui/reader/message-bodies.ts";
import { App } from "./app.tsx";
import { createPanes, type Panes } from "./panes.ts";
import { pictureOutput } from "./picture-output.ts";
import { reporter } from "./reports.ts";
import type { Style } from "./style.ts";
import { keepTimeReading } from "./time-reading.ts";
import { createViewport } from "./viewport-port.ts";

/** The terminal's output. */
type ScreenOutput = {
  readonly write: (text: string) => void;
  /** True while the terminal has not taken everything: nothing more is drawn then. */
  readonly isBehind: () => boolean;
  /** Calls `task` whenever the terminal has caught up, until the returned function is called. */
  readonly onCaughtUp: (task: () => void) => () => void;
};

type UiOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly style: Style;
  readonly overrides: Overrides;
  readonly log: Log;
  /** Input for Ink's own components: fed by the input decoder, never the terminal itself. */
  readonly stdin: NodeJS.ReadableStream;
  /** Used for the terminal's size only: drawing goes to `output`. */
  readonly stdout: NodeJS.WritableStream;
  readonly output: ScreenOutput;
  /** False while another program uses the screen; absent: never. */
  readonly isOurs?: () => boolean;
  /** The user entered another key for the account. */
  readonly signIn: (key: string) => void;
  /** Called when the bytes of a frame were handed to the terminal. */
  readonly onFrame?: () => void;
  /** Called with each error in drawing: the affected part shows a message, the others go on. */
  readonly onFault: (error: unknown) => void;
};

export type Ui = {
  /** Replaced when the user changes the time format. */
  readonly panes: () => Panes;
  readonly viewport: Viewport;
  /** Redraws everything from the newest state, whatever the terminal shows: a frame of an earlier size would wrap. */
  readonly repaint: () => void;
  /** The same after another program has used the terminal. */
  readonly resume: () => void;
  /** Afterwards nothing of it is called, and nothing outside refers to it. */
  readonly unmount: () => void;
  /** Rejects with the error if drawing failed. */
  readonly waitUntilExit: () => Promise<unknown>;
  /** Resolves when no frame is pending. */
  readonly flushed: () => Promise<void>;
};

/** Hides the cursor too, as Ink assumes after clearing a frame. */
const wholeScreen = "\u001b[?25l\u001b[H\u001b[2J";

const inkOptions = {
  // The caller has entered it already, and leaves it on every exit.
  alternateScreen: false,
  incrementalRendering: true,
  // Ink's limit is a debounce: it would delay keys. Events are batched already.
  maxFps: 1000,
  patchConsole: false,
  exitOnCtrlC: false,
  interactive: true,
} as const;

export function startUi(options: UiOptions): Ui {
  const { style, overrides, log, stdin, stdout, output, signIn, onFault } = options;
  const { isOurs = () => true } = options;
  const { store, clock, release } = owned(options.clock, options.store);
  const { shown, catchUp } = shownStore(store, output.isBehind);
  const panesFor = (read: HourStyle) => {
    const own = { ...style, hours: read };
    // The store's state is unchanged when a body is ready; this only notifies its listeners.
    const bodies = createMessageBodies(own, () => store.setState({}), log);
    return createPanes({ style: own, bodies, clock, keys: { commands, overrides } });
  };
  let panes = panesFor(hourStyleOf(store.getState().view, style.hours));
  const current = () => panes;
  const report = whenSeen(reporter(store, shown.getState, current), output.isBehind, onFault);
  const settle = () => {
    report();
    pictures.afterFrame();
  };
  // True if Ink believes that something is on the screen which was never written.
  let hasMissed = false;
  const draw = (frame: string) => {
    if (!isOurs()) return;
    if (output.isBehind()) hasMissed = true;
    else output.write(frame);
  };
  const flushed = flushing(output);
  const app = () => <App {...{ store: shown, panes, clock, signIn, style, onFault }} />;
  const instance = render(app(), {
    ...inkOptions,
    stdin,
    stdout: coalescingStream(stdout, { write: draw, flushed: flushed.whenFlushed }),
    onRender: () => {
      queueMicrotask(settle);
      options.onFrame?.();
    },
  });
  const repaint = () => {
    hasMissed = output.isBehind();
    if (hasMissed) return;
    catchUp();
    instance.clear();
    output.write(wholeScreen);
    pictures.erased();
    instance.rerender(app());
  };
  const pictures = pictureOutput({ ...output, store, shown, panes: current, isOurs, repaint });
  const stopCatchingUp = output.onCaughtUp(() => {
    catchUp();
    if (hasMissed) repaint();
    else settle();
  });
  onOtherHours(store, style, (now) => {
    panes = panesFor(now);
    instance.rerender(app());
  });
  keepTimeReading(store, clock, () => hourStyleOf(store.getState().view, style.hours), onFault);
  return {
    panes: current,
    viewport: createViewport(store, current),
    repaint,
    resume: pictures.resume,
    unmount: () => {
      pictures.stop();
      instance.unmount();
      instance.cleanup();
      stopCatchingUp();
      flushed.stop();
      release();
    },
    waitUntilExit: () => instance.waitUntilExit(),
    // The last changes reach the shown store first.
    flushed: () => Promise.resolve().then(() => instance.waitUntilRenderFlush()),
  };
}

/** Reports from a frame. */
function whenSeen(
  tell: () => void,
  isBehind: () => boolean,
  onFault: (error: unknown) => void,
): () => void {
  return () => {
    // A half-written frame was not seen.
    if (isBehind()) return;
    try {
      tell();
    } catch (error) {
      // What cannot be drawn was not read either.
      onFault(error);
    }
  };
}

/** Every line may contain a time, so another time format means another set of panes. */
function onOtherHours(store: Store, { hours }: Style, change: (now: HourStyle) => void): void {
  const hoursIn = ({ view }: State) => hourStyleOf(view, hours);
  follow(store, [hoursIn], (state) => change(hoursIn(state)));
}

type Flushing = {
  /** Calls `done` when everything has been written to the terminal. */
  readonly whenFlushed: (done: () => void) => void;
  readonly stop: () => void;
};

function flushing({ isBehind, onCaughtUp }: ScreenOutput): Flushing {
  const waiting = new Set<() => void>();
  const stop = onCaughtUp(() => {
    for (const done of waiting) done();
    waiting.clear();
  });
  return {
    whenFlushed: (done) => {
      if (isBehind()) waiting.add(done);
      else queueMicrotask(done);
    },
    stop,
  };
}

// * The store as the screen sees it.
//  * It does not change while the terminal is behind: no frame is made that the terminal has no room for, and the next
// one is the difference from the last frame sent to the newest state. Changes are passed on once, in the microtask
// after a key, so that its frame is computed only once.

type ShownStore = {
  /** For reading and subscribing; changes go to the store itself. */
  readonly shown: Store;
  readonly catchUp: () => void;
};

export function shownStore(store: Store, isBehind: () => boolean): ShownStore {
  const shown = createStore<State>()(() => store.getState());
  let isDue = false;
  const catchUp = () => shown.setState(store.getState(), true);
  store.subscribe(() => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (!isBehind()) catchUp();
    });
  });
  return { shown, catchUp };
}

// Coalesces the writes of a frame: each frame reaches the terminal in one write, without redundant bytes.

const esc = "\u001b";
const beginFrame = `${esc}[?2026h`;
const endFrame = `${esc}[?2026l`;
/** Ink steps over unchanged lines one by one. */
const steps = new RegExp(`(?:${esc}\\[E){2,}`, "g");

/** The signature of a stream's `write`: after the text come the encoding and the callback. */
type Write = (text: string, ...rest: readonly unknown[]) => boolean;

type Sink = {
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
