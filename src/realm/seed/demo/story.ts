/** Hand-written conversations with their addresses and times. */
import { type ScriptLine, screenplay } from "#realm/seed/screenplay.ts";
import { type Short, shorts } from "./people.ts";
import { sectionsOf, type Where } from "./sections.ts";
import { demoText } from "./texts.ts";

export type Story = {
  readonly where: Where;
  /**
   * The time of its first line: on the n-th working day before today, in UTC; or the time of its last line: that many
   * minutes ago.
   */
  readonly when: { readonly workday: number; readonly at: string } | { readonly ago: number };
  /** The number of unread lines at the end. */
  readonly unread: number;
  readonly lines: readonly ScriptLine<Short>[];
};

const time = /^(\d+) (?:workdays? ago at (\d\d:\d\d)|minutes? ago)(?:, (\d+) unread)?$/;

/** Parses a file below `stories/`. */
export function storiesOf(name: string): readonly Story[] {
  return sectionsOf(demoText(`stories/${name}`)).map(({ where, when, script }) => {
    const [, count, at, unread = 0] = time.exec(when) ?? [];
    if (count === undefined) throw new SyntaxError(`No time: "${when}"`);
    return {
      where,
      when: at === undefined ? { ago: Number(count) } : { workday: Number(count), at },
      unread: Number(unread),
      lines: screenplay(shorts, script),
    };
  });
}
