/** Collects what the footer shows. */

import { memoizeFields, memoizeLast } from "#base/memoize-last.ts";
import { type Context, chainOf, type Keys } from "#commands/command.ts";
import { contextOf, openFind } from "#commands/screen.ts";
import { keyOf } from "#commands/sentences.ts";
import type { State } from "#store/state.ts";
import { type DialogPane, readsKeysItself } from "./dialog-pane.ts";
import { continuationsOf, fitsLine } from "./drawers.ts";
import { footerHints, occasionsIn } from "./footer-keys.ts";
import { type FooterFacts, footerLines } from "./footer-lines.ts";
import type { Geometry, Region } from "./geometry.ts";
import { type Hint, hintsFor } from "./hints.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";

const none: readonly Hint[] = [];
const wayOut: readonly Hint[] = [{ key: "Esc", words: "close" }];
/** Where the key jumps to what needs a decision; in the composer it is a letter. */
const needsYouWorks: ReadonlySet<Context> = new Set(["sidebar", "list", "reader"]);

export type FooterPane = {
  readonly lines: (state: State) => Lines;
  /** The region reserved for a progress bar; undefined while there is none. */
  readonly bar: (state: State) => Region | undefined;
};

/** The key that undoes; where letters are text, that input is left first. */
function undoHints(keys: Keys): (where: Context) => readonly Hint[] {
  const own = hintsFor(keys, ["triage.undo", "undo"]);
  const outside = (leave: string): readonly Hint[] => {
    const first = keyOf(keys, leave);
    return first === undefined ? [] : own.map((hint) => ({ ...hint, key: `${first} ${hint.key}` }));
  };
  const [composer, dialog] = [outside("composer.leave"), outside("dialog.leave")];
  return (where) => {
    if (where === "composer") return composer;
    return chainOf(where).includes("dialog") ? dialog : own;
  };
}

export function footerPane(
  { style, keys, bodies }: PaneParts,
  geometry: (state: State) => Geometry,
  dialog: DialogPane,
): FooterPane {
  const undoIn = undoHints(keys);
  const urgent = hintsFor(keys, ["triage.next-needs-you", "needs you"]);
  const withUrgent = memoizeLast((hints: readonly Hint[]) => [...urgent, ...hints]);
  const known = new Map<string, readonly Hint[]>();
  const hintsIn = (where: Context, occasions = ""): readonly Hint[] => {
    const key = `${where} ${occasions}`;
    const hints = known.get(key) ?? footerHints(keys, where, occasions);
    known.set(key, hints);
    return hints;
  };
  const drawn = memoizeFields(({ columns, ...facts }: FooterFacts & { readonly columns: number }) =>
    footerLines(style, columns, facts),
  );
  const following = continuationsOf(keys);
  const paneHints = (where: Context, state: State): readonly Hint[] => {
    if (where !== "reader") return hintsIn(where, occasionsIn(state, bodies));
    return openFind(state.screen) === undefined
      ? hintsIn(where, occasionsIn(state, bodies))
      : hintsIn("hits");
  };
  /** The possible continuations; if the drawer shows all of them, only Esc. */
  const nextKeys = (state: State): readonly Hint[] => {
    const next = following(state);
    const { pane, columns } = geometry(state);
    return pane === undefined || fitsLine(style, next, columns - 4) ? next : wayOut;
  };
  const hintsNow = (state: State): readonly Hint[] => {
    // While a dialog reads keys itself, no binding works.
    if (readsKeysItself(state.screen)) return none;
    const where = contextOf(state.screen);
    const next = nextKeys(state);
    if (next.length > 0) return next;
    const own = paneHints(where, state);
    if (state.view.undecided.size > 0 && needsYouWorks.has(where)) return withUrgent(own);
    // A dialog says in its frame which keys work.
    return dialog(state)?.isFramed ? none : own;
  };
  const footer = (state: State) => {
    const { toast, pending } = state.screen;
    const [progress] = state.session.progress;
    return drawn({
      columns: geometry(state).columns,
      hints: hintsNow(state),
      toast: following(state).length === 0 ? toast : undefined,
      undo: undoIn(contextOf(state.screen)),
      pending,
      progress,
    });
  };
  const region = memoizeLast(
    (x: number, y: number, columns: number): Region => ({ x, y, columns, rows: 1 }),
  );
  return {
    lines: (state) => footer(state).lines,
    bar: (state) => {
      const { bar } = footer(state);
      const { footer: own } = geometry(state);
      return bar && own && region(own.x + bar.x, own.y, bar.columns);
    },
  };
}
