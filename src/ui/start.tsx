/** Puts the application on a terminal, and tells the rest of the program what lies where on it. */
import { render } from "ink";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { HourStyle } from "#base/time.ts";
import type { Viewport } from "#commands/command.ts";
import type { Overrides } from "#commands/keymap.ts";
import { commands } from "#commands/table.ts";
import type { Store } from "#store/state.ts";
import { App } from "./app.tsx";
import { createBodies } from "./bodies.ts";
import { hoursOf } from "./hours.ts";
import { createPanes, type Panes } from "./panes.ts";
import { reporter } from "./reports.ts";
import type { Style } from "./style.ts";
import { thriftyStream } from "./thrift.ts";
import { createViewport } from "./viewport-port.ts";

export type UiOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly style: Style;
  readonly overrides: Overrides;
  readonly log: Log;
  /** What dialogs of Ink hear: fed by the decoder of the terminal's input, never the terminal itself. */
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
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

const wholeScreen = "\u001b[H\u001b[2J";

export function startUi(options: UiOptions): Ui {
  const { store, clock, style, overrides, log, stdin, stdout } = options;
  const panesFor = (read: HourStyle) => {
    const own = { ...style, hours: read };
    // Nothing that the store holds changed when a body is ready, but those who listen look again.
    const bodies = createBodies(own, () => store.setState({}), log);
    return createPanes({ style: own, bodies, clock, keys: { commands, overrides } });
  };
  let hours = hoursOf(store.getState().view, style.hours);
  let panes = panesFor(hours);
  const current = () => panes;
  const tellRest = reporter(store, current);
  const { signIn, onFault } = options;
  const report = () => {
    try {
      tellRest();
    } catch (error) {
      // What cannot be drawn was not read either.
      onFault(error);
    }
  };
  const app = () => <App {...{ store, panes, clock, signIn, style, onFault }} />;
  const instance = render(app(), {
    stdin,
    stdout: thriftyStream(stdout, options.isOurs ?? (() => true)),
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
  // Every line has an hour in it, so another way of reading the hour is another set of panes.
  store.subscribe(({ view }) => {
    const now = hoursOf(view, style.hours);
    if (now === hours) return;
    hours = now;
    panes = panesFor(hours);
    instance.rerender(app());
  });
  return {
    panes: current,
    viewport: createViewport(store, current),
    repaint: () => {
      instance.clear();
      stdout.write(wholeScreen);
      instance.rerender(app());
    },
    unmount: () => instance.unmount(),
    waitUntilExit: () => instance.waitUntilExit(),
    flushed: () => instance.waitUntilRenderFlush(),
  };
}
