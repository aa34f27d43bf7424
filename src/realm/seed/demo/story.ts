/** Hand-written conversations with their places and their times. */
import { type ScriptLine, screenplay } from "#realm/seed/screenplay.ts";
import { type Short, shorts } from "./people.ts";
import { sectionsOf, type Where } from "./sections.ts";
import { demoText } from "./texts.ts";

export type Story = {
  readonly where: Where;
  /**
   * When its first line is said: on the n-th working day before today, in UTC; or when its last line is said: so
   * many minutes before now.
   */
  readonly when: { readonly workday: number; readonly at: string } | { readonly ago: number };
  /** How many of the last lines you have not read. */
  readonly unread: number;
  readonly lines: readonly ScriptLine<Short>[];
};

const time = /^(\d+) (?:workdays? ago at (\d\d:\d\d)|minutes? ago)(?:, (\d+) unread)?$/;

/** The stories of a file below `stories/`. */
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
