/**
 * The first thing on the screen: the frame, painted before the program itself is loaded.
 *
 * Raw mode comes first, so that early keystrokes are neither echoed nor lost: they wait in the terminal until the
 * program reads them. Only what every Node version can run may be used here, and no packages.
 */
import type { TerminalOutput } from "#host/terminal-output.ts";
import { geometryOf } from "#ui/geometry.ts";

export type EarlyScreen = {
  /** The terminal, switched to the alternate screen; undefined if nothing was painted. */
  readonly output: TerminalOutput | undefined;
  /** From here on the caller restores the terminal, on signals too. */
  readonly handOver: () => void;
  /** Restores the terminal. Does nothing if nothing was painted, or if it was restored or handed over already. */
  readonly restore: () => void;
};

/** What painting needs from the environment. */
export type Terminal = {
  readonly columns: number;
  readonly rows: number;
  readonly isUnicode: boolean;
  readonly output: TerminalOutput;
  readonly setRawMode: (on: boolean) => void;
};

/** Flags of the chat screen, and whether each takes a value. Anything else is left to the command line parser. */
const flags: { readonly [flag: string]: boolean | undefined } = {
  "--rc": true,
  "--account": true,
  "--cert-bundle": true,
  "--allow-http": false,
  "--config": true,
  "--variation": true,
  "--seed": true,
  "--level": true,
};

/** Whether these arguments certainly open the chat screen. In doubt nothing is painted early. */
export function opensScreen(argv: readonly string[]): boolean {
  const words = argv[0] === "demo" ? argv.slice(1) : argv;
  for (let at = 0; at < words.length; at++) {
    const [flag = "", value] = (words[at] || "").split("=");
    const takesWord = flags[flag];
    if (takesWord === undefined) return false;
    if (takesWord && value === undefined) at++;
  }
  return true;
}

/** The dimmed frame: the start of the header, and the rule between sidebar and pane. */
export function skeleton({
  columns,
  rows,
  isUnicode,
}: Pick<Terminal, "columns" | "rows" | "isUnicode">): string {
  const { header, rule } = geometryOf({
    columns,
    rows,
    noticeLines: 0,
    sidebarShown: false,
    composer: false,
    composerLines: 1,
    composing: false,
    aside: undefined,
    isList: true,
    footLines: undefined,
  });
  const words = `weir ${isUnicode ? "\u00b7" : "-"} starting`;
  const line = isUnicode ? "\u2502" : "|";
  const fits = header !== undefined && words.length < header.columns;
  let drawn = fits ? `${at(header)}${words}` : "";
  for (let row = 0; rule !== undefined && row < rule.rows; row++) {
    drawn += `${at({ x: rule.x, y: rule.y + row })}${line}`;
  }
  return `\u001b[2m${drawn}\u001b[22m`;
}

function at({ x, y }: { readonly x: number; readonly y: number }): string {
  return `\u001b[${y + 1};${x + 1}H`;
}

const enter = "\u001b[?1049h\u001b[H\u001b[2J\u001b[?25l";
const leave = "\u001b[?25h\u001b[H\u001b[2J\u001b[?1049l";

/** For runs without a screen. */
export const unpainted: EarlyScreen = { output: undefined, handOver() {}, restore() {} };

/** Paints the frame, and can undo that until the program takes over. */
export function paintEarly(terminal: Terminal): EarlyScreen {
  const { output } = terminal;
  let isOurs = true;
  terminal.setRawMode(true);
  output.write(enter + skeleton(terminal));
  return {
    output,
    handOver() {
      isOurs = false;
    },
    restore() {
      if (!isOurs) return;
      isOurs = false;
      output.write(leave);
      terminal.setRawMode(false);
    },
  };
}
