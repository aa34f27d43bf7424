/** The demo: Acme as a blueprint, as one of its people sees it. */

import { seeded } from "#base/random.ts";
import { sorted } from "#base/sorted.ts";
import type {
  Blueprint,
  BlueprintEmoji,
  BlueprintMessage,
  Destination,
  You,
} from "#realm/seed/blueprint.ts";
import { linesIn, sections } from "#realm/seed/screenplay.ts";
import { seedText } from "#realm/seed/texts.ts";
import { clockTime, olderHistory, workdayBefore } from "./older-history.ts";
import { character, groups, people, profileFields } from "./people.ts";
import { type DatedLine, dateLines, history, type Story, storiesOf } from "./story.ts";
import { folders, streamId, streams } from "./streams.ts";

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
    folders,
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
  return dateLines(lines, destinationOf(story), moment, seeded(seed + lines.length), story.unread);
}

function destinationOf({ where }: Story): Destination {
  if ("stream" in where) return { streamId: streamId(where.stream), topic: where.topic };
  const to = [...where.with, "you" as const].map((short) => character(short).id);
  return { to: sorted(to) };
}

// Acme's custom emoji and link patterns.

const emoji: readonly BlueprintEmoji[] = [
  { name: "heron" },
  { name: "burek" },
  { name: "station_17" },
];

const linkifiers: NonNullable<Blueprint["linkifiers"]> = [
  {
    pattern: "#(?P<ticket>[0-9]{3,6})",
    template: "https://support.acme.example/tickets/{ticket}",
  },
  {
    pattern: "ST-(?P<station>[0-9]{1,5})",
    template: "https://stations.acme.example/{station}",
  },
];

// The state of the user's account, Robin Hale: muted, followed, starred, drafts.

const hour = 3_600;

/** The beginnings of the starred messages. */
const starred = sections(seedText("demo/starred")).flatMap(linesIn);

function ownState(
  now: number,
  messages: readonly BlueprintMessage[],
  unread: readonly number[],
): You {
  const kept = messages.filter(({ content }) => starred.some((start) => content.startsWith(start)));
  return {
    userId: character("you").id,
    subscriptions: [
      { streamId: streamId("backend"), pinToTop: true },
      { streamId: streamId("design"), color: "#d084d0" },
      { streamId: streamId("random"), isMuted: true },
    ],
    topicPolicies: [
      { streamId: streamId("backend"), topic: "deploy window", policy: "followed" },
      { streamId: streamId("firmware"), topic: "radio sleep", policy: "followed" },
      { streamId: streamId("design"), topic: "words on buttons", policy: "followed" },
      { streamId: streamId("backend"), topic: "builds", policy: "muted" },
      { streamId: streamId("general"), topic: "reading list", policy: "muted" },
      { streamId: streamId("random"), topic: "clouds", policy: "unmuted" },
    ],
    unread,
    starred: kept.map(({ id }) => id),
    drafts: [
      {
        streamId: streamId("ops"),
        topic: "on-call handover",
        content: "I have the pager from Monday, 09:00 UTC. Heron included. One question: ",
        savedAt: now - 2_400,
      },
      {
        to: sorted([character("you").id, character("noor").id]),
        content: "Yes: the rain belongs to the *place*, the history to the *station*. So",
        savedAt: now - 3_900,
      },
    ],
    alertWords: ["rollback", "heron"],
    scheduled: [
      {
        to: sorted([character("you").id, character("ana").id]),
        content: "The numbers for the board, as promised:",
        at: now - 5 * hour,
        failed: true,
      },
      {
        streamId: streamId("ops"),
        topic: "on-call handover",
        content: "Taking the pager from @**Priya N.** now. :heron: included.",
        at: now + 3 * hour,
      },
      {
        to: sorted([character("you").id, character("mei").id]),
        content: "Good morning! Did the wheat field survive the night?",
        at: workdayBefore(now, 0) + 24 * hour,
      },
    ],
    reminders: messages
      .filter(({ content }) => content.startsWith("**Lisbon, 17 and 18 March.**"))
      .map(({ id }) => ({
        messageId: id,
        note: "Book the train, and send the receipt to Élodie",
        at: workdayBefore(now, 0) + 33 * hour,
      })),
    snippets: [
      {
        title: "Handover",
        content:
          "My week in numbers:\n- pages: **0**\n  - of which the heron: 0\n- sleep lost: none",
        savedAt: now - 480 * hour,
      },
    ],
    mutedPeople: [{ userId: character("max").id, at: now - 50 * hour }],
  };
}
