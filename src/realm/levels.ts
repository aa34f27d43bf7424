/** The keys of answers as servers of a level have them. */

import { isKnownAt, type Parameters } from "#wire/endpoint.ts";
import { updateSettings } from "#wire/endpoints/settings.ts";
import type { LevelRow } from "#wire/levels/row.ts";
import { levels, since } from "#wire/levels.ts";

const rows: readonly LevelRow[] = Object.values(levels);

/** The first level at which a key exists; keys that are not named always did. */
const keysSince = new Map(
  rows.flatMap(({ level, keys = [] }) => keys.map((key) => [key, level] as const)),
);

/** What a key was called, and the first level that calls it as now. */
const renamed = new Map(
  rows.flatMap(({ level, renamed: names = {} }) =>
    Object.entries(names).map(([now, before]) => [now, { before, level }] as const),
  ),
);

const newest = Math.max(...keysSince.values(), ...[...renamed.values()].map(({ level }) => level));

/** An object without the keys that a server of `level` does not have, and with those it calls otherwise. */
export function keysAt<Shape extends object>(level: number, whole: Shape): Shape {
  if (level >= newest) return whole;
  const entries = Object.entries(whole).flatMap(([key, value]) => {
    if (level < (keysSince.get(key) ?? 0)) return [];
    const old = renamed.get(key);
    return [[old === undefined || level >= old.level ? key : old.before, value] as const];
  });
  return Object.fromEntries(entries) as Shape;
}

const settable: Parameters = updateSettings.parameters;

/** A person's settings without those that nobody could set at `level` yet. */
export function settingsAt(
  level: number,
  whole: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { default_view: older, ...rest } = whole;
  const known = Object.entries(rest).filter(([name]) => {
    const parameter = settable[name];
    return parameter === undefined || isKnownAt(parameter, level);
  });
  // LEVEL(219): what is shown first had another name.
  const first = level < since.homeView ? { default_view: older ?? whole["web_home_view"] } : {};
  const spelled = known.map(([name, value]) => [name, settingAt(level, name, value)]);
  return { ...Object.fromEntries(spelled), ...first };
}

/** The value of a person's setting as servers of `level` say it. */
export function settingAt(level: number, name: string, value: unknown): unknown {
  return settable[name]?.spelled?.(value, level) ?? value;
}
