/** The keys that work where the person is, from the table of commands. */

import { memoizeLast } from "#base/memoize-last.ts";
import type { Context } from "#commands/command.ts";
import { enterSends } from "#commands/composer.ts";
import { contextOf, openFind } from "#commands/screen.ts";
import type { Progress } from "#store/session.ts";
import type { State } from "#store/state.ts";
import type { DialogPane } from "./dialog-pane.ts";
import { readsKeysItself } from "./dialogs/sign-in.tsx";
import { footerHints, occasionsIn } from "./footer-keys.ts";
import { footerLines } from "./footer-lines.ts";
import type { Geometry, Region } from "./geometry.ts";
import { type Hint, hintsAfter, hintsFor } from "./hints.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";

const none: readonly Hint[] = [];
/** Where the key goes to what needs the person; in the composer it is a letter. */
const needsYouWorks: ReadonlySet<Context> = new Set(["sidebar", "list", "reader"]);

export type FooterPane = {
  readonly lines: (state: State) => Lines;
  /** Where room is left for a progress bar; undefined while there is none. */
  readonly bar: (state: State) => Region | undefined;
};

export function footerPane(
  { style, keys, bodies }: PaneParts,
  geometry: (state: State) => Geometry,
  dialog: DialogPane,
): FooterPane {
  const undo = hintsFor(keys, ["triage.undo", "undo"]);
  const urgent = hintsFor(keys, ["triage.next-needs-you", "needs you"]);
  const withUrgent = memoizeLast((hints: readonly Hint[]) => [...urgent, ...hints]);
  const known = new Map<string, readonly Hint[]>();
  const hintsHere = (where: Context, occasions = ""): readonly Hint[] => {
    const key = `${where} ${occasions}`;
    const hints = known.get(key) ?? footerHints(keys, where, occasions);
    known.set(key, hints);
    return hints;
  };
  const breaking = memoizeLast(() => exchanged(hintsHere("composer"), "send", "new line"));
  const others = memoizeLast((hints: readonly Hint[], told: readonly Hint[]) =>
    hints.filter(({ key }) => !told.some((hint) => hint.key === key)),
  );
  const drawn = memoizeLast(
    (
      columns: number,
      hints: readonly Hint[],
      toast: State["screen"]["toast"],
      pending: string,
      progress: Progress | undefined,
    ) => footerLines(style, columns, { hints, toast, undo, pending, progress }),
  );
  const following = memoizeLast((where: Context, begun: string) => hintsAfter(keys, where, begun));
  const paneHints = (where: Context, state: State): readonly Hint[] => {
    if (where !== "reader") return hintsHere(where, occasionsIn(state, bodies));
    return openFind(state.screen) === undefined
      ? hintsHere(where, occasionsIn(state, bodies))
      : hintsHere("hits");
  };
  const hintsNow = (state: State, begun: string): readonly Hint[] => {
    // Where a dialog reads keys by itself, no key of the table works.
    if (readsKeysItself(state.screen)) return none;
    const where = contextOf(state.screen);
    if (begun !== "") return following(where, begun);
    if (where === "composer" && !enterSends(state)) return breaking();
    const here = paneHints(where, state);
    if (state.view.undecided.size > 0 && needsYouWorks.has(where)) return withUrgent(here);
    const told = dialog(state)?.told;
    return told === undefined ? here : others(here, told);
  };
  const footer = (state: State) => {
    const { toast, pending, pausedAt } = state.screen;
    const [progress] = state.session.progress;
    // A count alone begins no sequence.
    const begun = pausedAt === pending ? pending.replace(/^\d* ?/, "") : "";
    const shownToast = begun === "" ? toast : undefined;
    const { columns } = geometry(state);
    return drawn(columns, hintsNow(state, begun), shownToast, pending, progress);
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

/** The hints with the words of two of them exchanged. */
function exchanged(hints: readonly Hint[], one: string, other: string): readonly Hint[] {
  const words: Readonly<Record<string, string>> = { [one]: other, [other]: one };
  return hints.map((hint) => ({ ...hint, words: words[hint.words] ?? hint.words }));
}
