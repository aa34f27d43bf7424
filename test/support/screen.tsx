/** The application on an emulated terminal, whose content can be read by region, line and cell. */

import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import graphemes from "@xterm/addon-unicode-graphemes";
import xterm from "@xterm/headless";
import { expect } from "vitest";
import { type Cells, standardCells } from "#base/cells.ts";
import type { Clock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import type { Overrides } from "#commands/keymap.ts";
import { screenOutput } from "#host/terminal-output.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { type Glyphs, unicodeGlyphs } from "#theme/glyphs.ts";
import { painter } from "#theme/painter.ts";
import type { Depth } from "#theme/themes.ts";
import { type ThemeName, themeOf } from "#theme/themes.ts";
import type { Geometry, Region } from "#ui/geometry.ts";
import { createMessageBodies } from "#ui/message-bodies.ts";
import { createPanes, type Panes } from "#ui/panes.ts";
import { startUi, type Ui } from "#ui/start.tsx";
import type { Style } from "#ui/style.ts";
import { fakeClock } from "./clock.ts";
import { counted } from "./counted.ts";
import { ownKeys } from "./key-presser.ts";

/** A part of the screen as text. */
export type Part = {
  /** The lines of the region without trailing blanks; none if the region is hidden. */
  readonly lines: () => readonly string[];
  /** Whether a line contains these words, with any number of blanks between them. */
  readonly shows: (words: string) => boolean;
};

export type Cell = {
  readonly text: string;
  readonly bold: boolean;
  /** Undefined: the terminal's default. */
  readonly colour: number | undefined;
  readonly background: number | undefined;
};

export type TestScreen = {
  readonly ui: Ui;
  readonly store: Store;
  readonly header: Part;
  readonly notice: Part;
  readonly sidebar: Part;
  readonly title: Part;
  readonly pane: Part;
  /** A list and what is read in it beside each other: the one in which keys do not work. */
  readonly beside: Readonly<Record<"title" | "pane" | "foot", Part>>;
  readonly composer: Part;
  readonly footer: Part;
  readonly whole: Part;
  /** One line of the whole screen. */
  readonly line: (row: number) => string;
  readonly cell: (column: number, row: number) => Cell;
  /** The position of the cursor; undefined while it is hidden. */
  readonly cursor: () => { readonly x: number; readonly y: number } | undefined;
  /** Resolves when all changes are on the screen. */
  readonly settles: () => Promise<void>;
  /** Resolves when `seen` is true after a frame; only the test's timeout ends the wait. */
  readonly until: (seen: () => boolean) => Promise<void>;
  /** Sends bytes of keys to a dialog with its own input. */
  readonly sendKeys: (bytes: string) => void;
  /** Stops the terminal from reading; output is buffered. */
  readonly stalls: () => void;
  /** Whether output is buffered. */
  readonly isBehind: () => boolean;
  /** Reads the buffered output and all later output. Resolves when the result is on the screen. */
  readonly reads: () => Promise<void>;
  /** Leaves the terminal to another program. */
  readonly lends: () => void;
  /** Takes it back. Resolves when everything is on the screen. */
  readonly takesBack: () => Promise<void>;
  /** Writes to the terminal like another program. */
  readonly overwrite: (bytes: string) => Promise<void>;
  readonly resizes: (columns: number, rows: number) => Promise<void>;
  /** All output to the terminal. */
  readonly written: () => string;
  readonly ends: () => void;
};

export type ScreenOptions = {
  readonly columns?: number;
  readonly rows?: number;
  readonly theme?: ThemeName;
  readonly depth?: Depth;
  readonly clock?: Clock;
  readonly cells?: Cells;
  readonly glyphs?: Glyphs;
  readonly density?: Style["density"];
  readonly isStill?: boolean;
  readonly signIn?: (key: string) => void;
  readonly browse?: () => void;
  readonly encode?: (frame: string) => string;
  /** Configured keys. */
  readonly overrides?: Overrides;
  /** Receives rendering errors; by default they are thrown. */
  readonly onFault?: (error: unknown) => void;
};

/** The background of found words in the theme that screens have by default. */
export const hitBackground = Number.parseInt(
  themeOf("dark", "dark").styles.hit.background?.hex?.slice(1) ?? "",
  16,
);

export function styleOf({
  theme = "dark",
  depth = "true",
  cells = standardCells,
  glyphs = unicodeGlyphs,
  density = "compact",
  isStill = false,
}: ScreenOptions): Style {
  return {
    painter: painter(themeOf(theme, "dark"), depth),
    glyphs,
    cells,
    hours: { twentyFour: true, timeZone: "UTC" },
    density,
    isStill,
    fillsErased: true,
    hyperlinks: false,
  };
}

/** The panes of a screen without a terminal. */
export function panesOf(clock: Pick<Clock, "now"> = fakeClock(), style = styleOf({})): Panes {
  const bodies = createMessageBodies(style, () => undefined);
  return createPanes({ style, bodies, clock, keys: ownKeys });
}

export async function showScreen(store: Store, options: ScreenOptions = {}): Promise<TestScreen> {
  let { columns = 80, rows = 24 } = options;
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    // As the line discipline does.
    convertEol: true,
    scrollback: 1000,
  });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  let written = "";
  const stdout = Object.assign(new EventEmitter(), { isTTY: true, columns, rows });
  let isStalled = false;
  // Output while the terminal does not read.
  let waiting = "";
  const caughtUp = new Set<() => void>();
  const put = (text: string) => {
    written += text;
    terminal.write(text);
  };
  let isOurs = true;
  const output = screenOutput(
    {
      write: (text: string) => {
        if (isStalled) waiting += text;
        else put(text);
      },
      isBehind: () => waiting !== "",
      onCaughtUp: (task: () => void) => {
        caughtUp.add(task);
        return () => void caughtUp.delete(task);
      },
      total: () => written.length,
      written: async () => undefined,
    },
    () => isOurs,
  );
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  });
  changeScreen(store, (screen) => ({
    ...screen,
    terminal: { ...screen.terminal, columns, rows },
  }));
  const watched = counted(options.clock ?? fakeClock(), store);
  const listeners = () =>
    ([stdin, stdout] as readonly EventEmitter[]).flatMap((stream) =>
      stream.eventNames().map((name) => [name, stream.listenerCount(name)]),
    );
  const before = listeners();
  const ui = startUi({
    store: watched.store,
    clock: watched.clock,
    style: styleOf(options),
    keys: { ...ownKeys, overrides: options.overrides ?? {} },
    log: silent,
    stdin: stdin as unknown as NodeJS.ReadableStream,
    stdout: stdout as unknown as NodeJS.WritableStream,
    output,
    ...(options.encode !== undefined && { encode: options.encode }),
    signingIn: {
      signIn: options.signIn ?? (() => undefined),
      browse: options.browse ?? (() => undefined),
    },
    onFault:
      options.onFault ??
      ((error) => {
        throw error;
      }),
  });
  const settles = async () => {
    if (isStalled) await new Promise<void>((resolve) => setImmediate(resolve));
    else {
      await ui.flushed();
      await ui.flushed();
    }
    await new Promise<void>((resolve) => terminal.write("", resolve));
  };
  const line = (row: number, region: Pick<Region, "x" | "columns"> = { x: 0, columns }) =>
    terminal.buffer.active
      .getLine(terminal.buffer.active.baseY + row)
      ?.translateToString(false, region.x, region.x + region.columns)
      .trimEnd() ?? "";
  const part = (regionOf: (geometry: Geometry) => Region | undefined): Part => {
    const lines = () => {
      const region = regionOf(ui.panes().geometry(store.getState()));
      if (region === undefined) return [];
      return Array.from({ length: region.rows }, (_, at) => line(region.y + at, region));
    };
    const plain = (text: string) => text.replace(/\s+/g, " ");
    return { lines, shows: (words) => lines().some((each) => plain(each).includes(plain(words))) };
  };
  await settles();
  return {
    ui,
    store,
    header: part((geometry) => geometry.header),
    notice: part((geometry) => geometry.notice),
    sidebar: part((geometry) => geometry.sidebar),
    title: part((geometry) => geometry.title),
    pane: part((geometry) => geometry.pane),
    beside: {
      title: part((geometry) => geometry.beside?.title),
      pane: part((geometry) => geometry.beside?.pane),
      foot: part((geometry) => geometry.beside?.foot),
    },
    composer: part((geometry) => geometry.composer),
    footer: part((geometry) => geometry.footer),
    whole: part(() => ({ x: 0, y: 0, columns, rows })),
    line: (row) => line(row),
    cell: (column, row) => {
      const cell = terminal.buffer.active
        .getLine(terminal.buffer.active.baseY + row)
        ?.getCell(column);
      return {
        text: cell?.getChars() ?? "",
        bold: (cell?.isBold() ?? 0) !== 0,
        colour: cell === undefined || cell.isFgDefault() ? undefined : cell.getFgColor(),
        background: cell === undefined || cell.isBgDefault() ? undefined : cell.getBgColor(),
      };
    },
    cursor: () => {
      const { cursorX: x, cursorY: y } = terminal.buffer.active;
      return written.lastIndexOf("\u001b[?25h") > written.lastIndexOf("\u001b[?25l")
        ? { x, y }
        : undefined;
    },
    settles,
    until: async (seen) => {
      while (!seen()) {
        await new Promise<void>((resolve) => setImmediate(resolve));
        await settles();
      }
    },
    sendKeys: (bytes) => void stdin.write(bytes),
    stalls: () => {
      isStalled = true;
    },
    isBehind: output.isBehind,
    reads: async () => {
      isStalled = false;
      put(waiting);
      waiting = "";
      for (const task of caughtUp) task();
      await settles();
    },
    lends: () => {
      ui.leave();
      isOurs = false;
    },
    takesBack: async () => {
      isOurs = true;
      ui.resume();
      await settles();
    },
    overwrite: (bytes) => new Promise<void>((resolve) => terminal.write(bytes, resolve)),
    resizes: async (width, height) => {
      [columns, rows] = [width, height];
      terminal.resize(width, height);
      Object.assign(stdout, { columns, rows });
      stdout.emit("resize");
      changeScreen(store, (screen) => ({
        ...screen,
        terminal: { ...screen.terminal, columns, rows },
      }));
      ui.repaint();
      await settles();
    },
    written: () => written,
    ends: () => {
      ui.unmount();
      terminal.dispose();
      expect(watched.left(), "registered by the screen, and left after unmount()").toEqual([]);
      expect(caughtUp.size, "tasks of the output left after unmount()").toBe(0);
      expect(listeners(), "listeners left after unmount()").toEqual(before);
    },
  };
}
