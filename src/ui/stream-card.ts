/** The card of a stream: what it is for, who may what, how the person has it, and who is in it. */
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { dayLabel } from "#base/time.ts";
import {
  groupTitle,
  postPolicyTitle,
  privacyOf,
  privacyTitles,
  retentionTitle,
} from "#model/select/stream-words.ts";
import type { Stream } from "#model/stream.ts";
import type { StreamId } from "#wire/ids.ts";
import { namesText, textRows } from "./card-parts.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { hintsFor } from "./hints.ts";
import { personName, safeName } from "./names.ts";

export function streamCard(facts: Facts, id: StreamId): Pick<Body, "title" | "rows" | "hints"> {
  const { view, keys } = facts;
  const stream = get(view.streams, id);
  const leave = hintsFor(keys, ["card.leave", "close"]);
  if (stream === undefined) {
    const rows = textRows(facts, "", plain("This stream is archived, or not accessible."));
    return { title: "Stream", rows, hints: leave };
  }
  const isIn = stream.subscription !== undefined;
  return {
    title: `#${stream.name}`,
    rows: [
      ...(stream.description === ""
        ? []
        : textRows(facts, plain("for"), safeLine(stream.description))),
      ...textRows(facts, plain("privacy"), plain(privacyTitles[privacyOf(stream)])),
      ...textRows(facts, plain("may post"), safeLine(postPolicyTitle(stream.postPolicy))),
      ...textRows(facts, plain("may remove"), safeLine(groupTitle(view, stream.removers))),
      ...textRows(facts, plain("messages kept"), plain(retentionTitle(stream))),
      ...originRows(facts, stream),
      ...(stream.weeklyTraffic === undefined
        ? []
        : textRows(facts, plain("traffic"), plain(`${stream.weeklyTraffic} messages a week`))),
      ...textRows(facts, plain("you"), ownText(stream), "dim"),
      ...memberRows(facts, stream),
    ],
    hints: [
      ...hintsFor(
        keys,
        ["card.subscribe", isIn ? "leave it" : "join"],
        ["card.edit", "settings"],
        ["card.people", "people"],
      ),
      ...(isIn
        ? hintsFor(keys, ["card.mute", stream.subscription?.muted ? "unmute" : "mute"])
        : []),
      ...leave,
    ],
  };
}

function originRows(facts: Facts, { creatorId, createdAt }: Stream): readonly DialogRow[] {
  if (createdAt === undefined && creatorId === undefined) return [];
  const who = creatorId === undefined ? [] : [plain("by"), personName(facts.view, creatorId)];
  const when =
    createdAt === undefined ? [] : [plain(dayLabel(createdAt, facts.now, facts.style.hours))];
  return textRows(facts, plain("made"), joined([...when, ...who], plain(" ")));
}

function ownText({ subscription }: Stream): SafeText {
  if (subscription === undefined) return plain("not in it");
  const words = [
    plain("subscribed"),
    ...(subscription.muted ? [plain("muted")] : []),
    ...(subscription.pinned ? [plain("pinned")] : []),
  ];
  return joined(words, plain(", "));
}

function memberRows(facts: Facts, { subscribers }: Stream): readonly DialogRow[] {
  const label = plain("people");
  if (subscribers === undefined) return textRows(facts, label, plain("loading"), "faint");
  const names = subscribers
    .slice(0, 1000)
    .flatMap((id) => get(facts.view.people, id) ?? [])
    .map(({ name }) => safeName(name));
  const count = plain(`${subscribers.length}`);
  return textRows(facts, label, joined([count, namesText(names)], plain(": ")));
}
