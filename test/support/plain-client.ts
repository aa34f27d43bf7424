/** Plain mode on a store, read as a teletype prints it. */
import { standardCells } from "#base/cells.ts";
import { silent } from "#base/log.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { startPlain, unseen } from "#plain/start.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { spokenGlyphs } from "#theme/glyphs.ts";
import { unstyled } from "#theme/painter.ts";
import type { FakeClock } from "./clock.ts";
import { ownKeys, portsFor } from "./key-presser.ts";

type PlainOptions = Parameters<typeof startPlain>[0];

/**
 * What a screen reader gets of an output: everything at the end of what it had, without colours, with single spaces.
 * Whatever moves or hides the cursor, or changes what was written, is an error.
 */
export function teletype(written: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  const text = written.replace(/\u001b\[[\d;]*m/g, "").replaceAll("\r\n", "\n");
  const control = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.exec(text.replaceAll("\n", ""));
  if (control !== null) throw new Error(`A teletype cannot do ${JSON.stringify(control[0])}.`);
  return text.replace(/[^\S\n]+/g, " ");
}

/** Reads and types as a person would who has nothing else. */
export function speakWith(store: Store, clock: FakeClock, more: Partial<PlainOptions> = {}) {
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, ...unseen } }));
  watchLists(store);
  let written = "";
  let hasQuit = false;
  const { context } = portsFor(store, undefined, clock);
  const plain = startPlain({
    store,
    clock,
    style: {
      painter: unstyled,
      glyphs: spokenGlyphs,
      cells: standardCells,
      hours: { timeZone: "UTC", twentyFour: true },
      density: "compact",
      hyperlinks: false,
    },
    keys: ownKeys,
    log: silent,
    asks: true,
    write: (text) => {
      written += text;
    },
    signIn: () => undefined,
    browse: () => undefined,
    ...more,
    context: {
      ...context,
      quit: () => {
        hasQuit = true;
      },
      ...more.context,
    },
  });
  plain.flush();
  /** The output since the last call. */
  const output = () => {
    const text = teletype(written);
    written = "";
    return text;
  };
  return {
    plain,
    output,
    hasQuit: () => hasQuit,
    /** Each line after the one before took effect; returns what was said. */
    types: async (...lines: readonly string[]) => {
      for (const line of lines) {
        // The echo of the end of the line.
        if (written !== "") written += "\n";
        plain.lineEntered();
        plain.answer(line);
        await clock.pass("2 s");
        plain.flush();
      }
      return output();
    },
  };
}
