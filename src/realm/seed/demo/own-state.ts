/** The state of the user's account, Robin Hale: muted, followed, starred, drafts. */

import type { BlueprintMessage, You } from "#realm/seed/blueprint.ts";
import { workdayBefore } from "./calendar.ts";
import { character } from "./people.ts";
import { streamId } from "./streams.ts";

const hour = 3_600;

/** The beginnings of the starred messages. */
const starred = [
  "Raw tips from the station",
  "Your end, please. Raw tips",
  "The button says",
  "Rule for the style page:",
  "On the map, stations that are offline",
  "Three rules, because somebody new asked",
  "> It rang, I pressed",
  "Please never write a bare hour here",
  "Rested, please.",
];

export function ownState(
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
        to: [character("you").id, character("noor").id].toSorted((a, b) => a - b),
        content: "Yes: the rain belongs to the *place*, the history to the *station*. So",
        savedAt: now - 3_900,
      },
    ],
    alertWords: ["rollback", "heron"],
    scheduled: [
      {
        to: [character("you").id, character("ana").id].toSorted((a, b) => a - b),
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
        to: [character("you").id, character("mei").id].toSorted((a, b) => a - b),
        content: "Good morning! Did the wheat field survive the night?",
        at: workdayBefore(now, 0) + 24 * hour,
      },
    ],
    mutedPeople: [{ userId: character("max").id, at: now - 50 * hour }],
  };
}
