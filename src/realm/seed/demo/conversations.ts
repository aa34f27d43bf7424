/** Converts screenplays to messages: assigns times and IDs, and resolves references. */

import { below, type Random } from "#base/random.ts";
import type { BlueprintMessage, Destination } from "#realm/seed/blueprint.ts";
import type { ScriptLine } from "#realm/seed/screenplay.ts";
import { character, type Short } from "./people.ts";

/** A message before IDs are assigned. */
export type DatedLine = {
  readonly line: ScriptLine<Short>;
  readonly place: Destination;
  readonly sentAt: number;
  readonly isUnread: boolean;
  /** Its conversation, for resolving `{{quote n}}`. */
  readonly scene: readonly DatedLine[];
};

/** Dates a conversation by its start or its end; its last `unread` lines are unread. */
export function dateLines(
  lines: readonly ScriptLine<Short>[],
  place: Destination,
  moment: { readonly start: number } | { readonly end: number },
  random: Random,
  unread = 0,
): readonly DatedLine[] {
  const scene: DatedLine[] = [];
  let offset = 0;
  const offsets = lines.map((line, at) => {
    // Times are not full minutes.
    if (at > 0) offset += line.after * 60 - below(random, 40);
    return offset;
  });
  const start = "start" in moment ? moment.start : moment.end - offset;
  lines.forEach((line, at) => {
    const isUnread = at >= lines.length - unread;
    scene.push({ line, place, sentAt: start + (offsets[at] ?? 0), isUnread, scene });
  });
  return scene;
}

export function duration(lines: readonly ScriptLine<string>[]): number {
  return lines.reduce((sum, { after }) => sum + after * 60, 0);
}

export type History = {
  readonly messages: readonly BlueprintMessage[];
  readonly unread: readonly number[];
};

/** All messages in order of time, with IDs from 1. */
export function history(
  told: readonly DatedLine[],
  streamNames: ReadonlyMap<number, string>,
): History {
  const inOrder = told.toSorted((a, b) => a.sentAt - b.sentAt);
  const ids = new Map(inOrder.map((one, at) => [one, at + 1]));
  const messages = inOrder.map((one): BlueprintMessage => {
    const { line, place, sentAt } = one;
    return {
      id: ids.get(one) ?? 0,
      senderId: character(line.speaker).id,
      ...place,
      content: finished(one, ids, streamNames),
      sentAt,
      ...(line.reactions.length === 0
        ? {}
        : {
            reactions: line.reactions.map(({ by, name }) => ({ userId: character(by).id, name })),
          }),
      ...(line.was === undefined ? {} : { editedFrom: line.was }),
      ...(line.ticks === undefined
        ? {}
        : {
            ticks: line.ticks.map(({ by, option }) => ({ userId: character(by).id, option })),
          }),
    };
  });
  const unread = inOrder.flatMap((one) => (one.isUnread ? [ids.get(one) ?? 0] : []));
  return { messages, unread };
}

function finished(
  one: DatedLine,
  ids: ReadonlyMap<DatedLine, number>,
  streamNames: ReadonlyMap<number, string>,
): string {
  return one.line.text
    .replace(/\{\{quote (\d+)\}\}/, (_, back: string) => {
      const quoted = one.scene[one.scene.indexOf(one) - Number(back)];
      if (quoted === undefined) throw new RangeError(`Nothing was said ${back} lines before.`);
      const { fullName, id } = character(quoted.line.speaker);
      const link = `${placeLink(quoted.place, streamNames)}/near/${ids.get(quoted)}`;
      return `@_**${fullName}|${id}** [said](${link}):\n\`\`\`quote\n${quoted.line.text}\n\`\`\``;
    })
    .replace(/\{\{time (\d+)\}\}/, (_, minutes: string) => {
      const moment = one.sentAt + Number(minutes) * 60;
      return String(moment - (moment % 300));
    });
}

function placeLink(place: Destination, streamNames: ReadonlyMap<number, string>): string {
  if ("to" in place) return `#narrow/dm/${place.to.join(",")}-dm`;
  const name = hashed((streamNames.get(place.streamId) ?? "").replaceAll(" ", "-"));
  return `#narrow/stream/${place.streamId}-${name}/topic/${hashed(place.topic)}`;
}

/** Encodes a name for links into the realm: percent-encoding with dots instead of percent signs. */
function hashed(name: string): string {
  return encodeURIComponent(name).replaceAll(".", "%2E").replaceAll("%", ".");
}
