/** Renders the application on a terminal, and exposes its layout to the rest of the program. */
import { render } from "ink";
import { createStore } from "zustand/vanilla";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { memoizeEach, memoizeTexts } from "#base/memoize.ts";
import type { HourStyle } from "#base/time.ts";
import type { Keys, Viewport } from "#commands/command.ts";
import { readTimesBy } from "#commands/writing/completion.ts";
import { hourStyleOf } from "#model/settings.ts";
import { follow, owned } from "#store/follow.ts";
import type { State, Store } from "#store/state.ts";
import type { SignInPort } from "#ui/dialogs/frame.tsx";
import { createMessageBodies } from "#ui/message-bodies.ts";
import { App } from "./app.tsx";
import { closeFrame, setFillsErased } from "./line-update.ts";
import { createPanes, type Panes } from "./panes.ts";
import { keepPeek } from "./peek-pane.ts";
import { type PictureOutput, pictureOutput } from "./picture-output.ts";
import { reporter } from "./reports.ts";
import type { Style } from "./style.ts";
import { createViewport } from "./viewport-port.ts";

/** The terminal's output. */
type ScreenOutput = {
  /** What is written while the terminal is another program's is dropped. */
  readonly write: (text: string) => unknown;
  /** True then, and while the terminal has not taken everything: nothing is drawn. */
  readonly isBehind: () => boolean;
  /** False while another program uses the screen. */
  readonly isOurs: () => boolean;
  /** Calls `task` whenever the terminal has caught up, until the returned function is called. */
  readonly onCaughtUp: (task: () => void) => () => void;
};

type UiOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly style: Style;
  readonly keys: Keys;
  readonly log: Log;
  /** What is written for a frame, if not the frame. */
  readonly encode?: (frame: string) => string;
  /** Input for Ink's own components: fed by the input decoder, never the terminal itself. */
  readonly stdin: NodeJS.ReadableStream;
  /** Used for the terminal's size only: drawing goes to `output`. */
  readonly stdout: NodeJS.WritableStream;
  readonly output: ScreenOutput;
  /** The user entered another key for the shown account. */
  readonly signingIn: SignInPort;
  /** Called when the bytes of a frame were handed to the terminal. */
  readonly onFrame?: () => void;
  /** Called with each error in drawing: the affected part shows a message, the others go on. */
  readonly onFault: (error: unknown) => void;
};

export type Ui = {
  /** Of the store that is shown. Replaced when the user changes the time format. */
  readonly panes: () => Panes;
  /** Of the store with which it was started. */
  readonly viewport: Viewport;
  /** Of any account's store, shown or not. */
  readonly viewportOf: (store: Store) => Viewport;
  /** Draws another account's store from now on. */
  readonly show: (store: Store) => void;
  /** Redraws everything from the newest state, whatever the terminal shows: a frame of an earlier size would wrap. */
  readonly repaint: () => void;
  /** Another program is about to get the terminal: nothing of the screen stays in it. */
  readonly leave: () => void;
  /** Redraws everything after another program has used the terminal. */
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
  const { stdin, stdout, output, encode = (frame) => frame } = options;
  setFillsErased(options.style.fillsErased === true);
  const screenOf = memoizeEach((store: Store) => screenFor(store, options));
  let current = screenOf(options.store);
  let watched: Watched | undefined;
  const settle = () => watched?.settle();
  // True if Ink believes that something is on the screen which was never written.
  let hasMissed = false;
  const draw = (frame: string) => {
    if (output.isBehind()) hasMissed = true;
    else output.write(encode(frame));
  };
  const flushed = flushing(output);
  const redraw = () => instance.rerender(app());
  const watch = () => {
    watched?.release();
    watched = watchedScreen(current, options, { redraw, repaint: () => repaint() });
    return watched;
  };
  const app = () => {
    const { shown } = watched ?? watch();
    return <App {...options} store={shown} panes={current.panes()} />;
  };
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
    watched?.catchUp();
    instance.clear();
    output.write(wholeScreen);
    watched?.pictures.erased();
    redraw();
  };
  const stopCatchingUp = output.onCaughtUp(() => {
    watched?.catchUp();
    if (hasMissed) repaint();
    else settle();
  });
  return {
    panes: () => current.panes(),
    viewport: current.viewport,
    viewportOf: (store) => screenOf(store).viewport,
    show: (store) => {
      current = screenOf(store);
      watch();
      redraw();
    },
    repaint,
    leave: () => watched?.pictures.leave(),
    resume: () => watched?.pictures.resume(),
    unmount: () => {
      watched?.release();
      instance.unmount();
      instance.cleanup();
      stopCatchingUp();
      flushed.stop();
    },
    waitUntilExit: () => instance.waitUntilExit(),
    // The last changes reach the shown store first.
    flushed: () => Promise.resolve().then(() => instance.waitUntilRenderFlush()),
  };
}

/** What is drawn of a store, with its caches: they stay while another account is shown. */
type StoreScreen = {
  readonly store: Store;
  readonly panes: () => Panes;
  /** Another time format is in every line that contains a time, so it means another set of panes. */
  readonly readHours: (read: HourStyle) => void;
  /** Where its viewport reads what is drawn; undefined while another store is. */
  readonly drawFrom: (shown: Pick<Store, "getState"> | undefined) => void;
  readonly viewport: Viewport;
};

function screenFor(store: Store, { style, log, clock, keys }: UiOptions): StoreScreen {
  const panesFor = (hours: HourStyle) => {
    const timedStyle = { ...style, hours };
    // The store's state is unchanged when a body is ready; this only notifies its listeners.
    const bodies = createMessageBodies(timedStyle, () => store.setState({}), log);
    return createPanes({ style: timedStyle, bodies, clock, keys });
  };
  let read = hourStyleOf(store.getState().view, style.hours);
  let panes = panesFor(read);
  const current = () => panes;
  let drawn: Pick<Store, "getState"> | undefined;
  return {
    store,
    panes: current,
    readHours: (now) => {
      if (now === read) return;
      read = now;
      panes = panesFor(now);
    },
    drawFrom: (shown) => {
      drawn = shown;
    },
    viewport: createViewport(store, current, () => drawn?.getState()),
  };
}

/** The store on the screen, until another one is shown. */
type Watched = Pick<ShownStore, "shown" | "catchUp"> & {
  /** To be called when a frame has been written. */
  readonly settle: () => void;
  readonly pictures: PictureOutput;
  readonly release: () => void;
};

function watchedScreen(
  screen: StoreScreen,
  { clock: whole, style, output, onFault }: UiOptions,
  { repaint, redraw }: { readonly repaint: () => void; readonly redraw: () => void },
): Watched {
  const { store, clock, release } = owned(whole, screen.store);
  const hoursIn = ({ view }: State) => hourStyleOf(view, style.hours);
  screen.readHours(hoursIn(store.getState()));
  let isOver = false;
  const { shown, catchUp } = shownStore(store, output.isBehind, () => {
    // A change just before another store is shown was not seen.
    if (!isOver) reports.changed();
  });
  screen.drawFrom(shown);
  follow(store, [hoursIn], (state) => {
    screen.readHours(hoursIn(state));
    redraw();
  });
  readTimesBy(store, whole);
  keepPeek(store, clock);
  const tell = reporter(store, shown.getState, screen.panes);
  const reports = whenSeen({ store, shown, isBehind: output.isBehind, onFault }, tell);
  const { panes } = screen;
  const pictures = pictureOutput({ ...output, store, shown, panes, repaint });
  return {
    shown,
    catchUp,
    pictures,
    settle: () => {
      reports.drawn();
      pictures.afterFrame();
    },
    release: () => {
      isOver = true;
      screen.drawFrom(undefined);
      pictures.stop();
      release();
    },
  };
}

type Reports = {
  /** To be called when a frame has been written. */
  readonly drawn: () => void;
  /** To be called after each change of what is shown: one that shows nowhere draws no frame. */
  readonly changed: () => void;
};

type Seen = Pick<ScreenOutput, "isBehind"> &
  Pick<UiOptions, "store" | "onFault"> & { readonly shown: Pick<Store, "getState"> };

/** Reports from a state of the screen, once. */
function whenSeen({ store, shown, isBehind, onFault }: Seen, tell: () => void): Reports {
  let told: State | undefined;
  /** What the report itself made of that: unless it shows, nothing new can be said of it. */
  let after: State | undefined;
  const drawn = () => {
    const state = shown.getState();
    // A half-written frame was not seen.
    if (isBehind() || state === told) return;
    try {
      const isNewest = store.getState() === state;
      tell();
      told = state;
      after = isNewest ? store.getState() : undefined;
    } catch (error) {
      // What cannot be drawn was not read either.
      onFault(error);
    }
  };
  return {
    drawn,
    changed: () => {
      if (shown.getState() !== after) drawn();
    },
  };
}

function flushing({ isBehind, isOurs, onCaughtUp }: ScreenOutput) {
  const waiting = new Set<() => void>();
  const stop = onCaughtUp(() => {
    for (const done of waiting) done();
    waiting.clear();
  });
  return {
    /** Calls `done` when everything has been written to the terminal; nothing is, while another program has it. */
    whenFlushed: (done: () => void) => {
      if (isBehind() && isOurs()) waiting.add(done);
      else queueMicrotask(done);
    },
    stop,
  };
}

// The store as the screen sees it.
//
// It does not change while the terminal is behind: no frame is made that the terminal has no room for, and the next
// one is the difference from the last frame sent to the newest state. Changes are passed on once, in the microtask
// after a key, so that its frame is computed only once; and not before a text that has left the composer is on the disk.

type ShownStore = {
  /** For reading and subscribing; changes go to the store itself. */
  readonly shown: Store;
  readonly catchUp: () => void;
};

/** `drawn` is called after each change, when its frame has been made: what shows nowhere makes none. */
export function shownStore(
  store: Store,
  isBehind: () => boolean,
  drawn: () => void = () => {},
): ShownStore {
  const shown = { ...store, ...createStore<State>()(() => store.getState()) };
  let isDue = false;
  const catchUp = () => shown.setState(store.getState(), true);
  store.subscribe(() => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (isBehind() || store.getState().session.storing > 0) return;
      catchUp();
      // After the microtask in which React makes the frame.
      queueMicrotask(drawn);
    });
  });
  return { shown, catchUp };
}

// Coalesces the writes of a frame: each frame reaches the terminal in one write, without redundant bytes.

const esc = "\u001b";
const beginFrame = `${esc}[?2026h`;
const endFrame = `${esc}[?2026l`;
/** Ink steps over unchanged lines one by one, and from the cursor to the first changed line by way of the screen's corner. */
const steps = new RegExp(`(?:${esc}\\[\\d*[ABEG]){2,}`, "g");
const step = new RegExp(`${esc}\\[(\\d*)([ABEG])`, "g");

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
    // Nothing is open where a frame begins, even if the one before failed.
    const close = closeFrame();
    if (frame === undefined && text !== beginFrame) return write(short(text + close));
    frame = (frame ?? "") + text + (text === beginFrame ? "" : close);
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
  return text.replace(steps, shortSteps);
}

/** The same movement, which never leaves the screen, in at most two steps. Few movements occur, again and again. */
const shortSteps = memoizeTexts(500, (run: string): string => {
  let down = 0;
  /** If undefined, the column is that of before. */
  let column: number | undefined;
  for (const [, count = "", kind] of run.matchAll(step)) {
    const by = count === "" ? 1 : Number(count);
    if (kind === "G") column = by;
    else down += kind === "A" ? -by : by;
    if (kind === "E") column = 1;
  }
  if (column === 1) return down === 0 ? "\r" : vertically(down, "E", "F");
  const rest = column === undefined ? "" : `${esc}[${column}G`;
  return `${vertically(down, "B", "A")}${rest}` || run;
});

function vertically(down: number, below: string, above: string): string {
  if (down === 0) return "";
  const count = Math.abs(down);
  return `${esc}[${count === 1 ? "" : count}${down > 0 ? below : above}`;
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
