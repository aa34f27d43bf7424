/** The demo realm: Acme, a company that builds weather stations and the software behind them. */

import { seeded } from "#base/random.ts";
import type { Blueprint, Destination } from "#realm/seed/blueprint.ts";
import { clockTime, workdayBefore } from "./calendar.ts";
import { type DatedLine, dateLines, history } from "./conversations.ts";
import { emoji, linkifiers } from "./customization.ts";
import { olderHistory } from "./older-history.ts";
import { ownState } from "./own-state.ts";
import { character, groups, people } from "./people.ts";
import { profileFields } from "./profiles.ts";
import { type Story, storiesOf } from "./story.ts";
import { streamId, streams } from "./streams.ts";

const messageCount = 1_500;

/** Hand-written conversations with a fixed address and day. */
export const stories: readonly Story[] = [
  "deploy",
  "bugs",
  "craft",
  "design",
  "ops",
  "people",
  "outside",
  "own",
  "direct",
].flatMap(storiesOf);

/** Deterministic for a time (UNIX seconds) and seed. */
export function demoBlueprint(now: number, seed = 1): Blueprint {
  const random = seeded(seed);
  const byHand = stories.flatMap((story) => tellStory(story, now, seed));
  const rest = olderHistory(now, byHand, messageCount - byHand.length, random);
  const rooms = streams(now);
  const names = new Map(rooms.map(({ id, name }) => [id, name]));
  const { messages, unread } = history([...byHand, ...rest], names);
  return {
    realm: {
      name: "Acme",
      description: "Weather stations for roofs, ferries and summits, and the software behind them.",
    },
    users: people(now),
    groups,
    streams: rooms,
    emoji,
    linkifiers,
    messages,
    you: ownState(now, messages, unread),
    profileFields,
  };
}

function tellStory(story: Story, now: number, seed: number): readonly DatedLine[] {
  const { when, lines } = story;
  const moment =
    "ago" in when
      ? { end: now - when.ago * 60 }
      : { start: workdayBefore(now, when.workday) + clockTime(when.at) };
  return dateLines(lines, placeOf(story), moment, seeded(seed + lines.length), story.unread);
}

function placeOf({ where }: Story): Destination {
  if ("stream" in where) return { streamId: streamId(where.stream), topic: where.topic };
  const to = [...where.with, "you" as const].map((short) => character(short).id);
  return { to: to.toSorted((a, b) => a - b) };
}
