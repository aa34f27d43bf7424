/** A hand-written conversation with its place and its time. */

import { type Line, screenplay } from "#realm/seed/screenplay.ts";
import { type Short, shorts } from "./people.ts";
import type { StreamName } from "./streams.ts";

export type Setting = {
  /** All participants of a direct conversation; you are always one. */
  readonly where:
    | { readonly stream: StreamName; readonly topic: string }
    | { readonly with: readonly Exclude<Short, "you">[] };
  /**
   * When its first line is said: on the n-th working day before today, in UTC; or when its last line is said: so
   * many minutes before now.
   */
  readonly when: { readonly workday: number; readonly at: string } | { readonly ago: number };
  /** How many of the last lines you have not read; absent means that you have read all. */
  readonly unread?: number;
};

export type Story = Setting & { readonly lines: readonly Line<Short>[] };

export function story(setting: Setting, script: string): Story {
  return { ...setting, lines: screenplay(shorts, script) };
}

export function inTopic(stream: StreamName, topic: string, workday: number, at: string): Setting {
  return { where: { stream, topic }, when: { workday, at } };
}
