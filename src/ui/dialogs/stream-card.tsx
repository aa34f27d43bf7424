/** The card of a stream: description, permissions, the user's own settings, and subscribers. */
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { dayLabel } from "#base/time.ts";
import { administratorProblem } from "#model/permissions.ts";
import {
  groupTitle,
  postPolicyTitle,
  privacyOf,
  privacyTitles,
  retentionTitle,
} from "#model/select/stream-words.ts";
import type { Stream } from "#model/stream.ts";
import { hintsFor } from "#ui/hints.ts";
import { personName, safeName } from "#ui/names.ts";
import type { StreamId } from "#wire/ids.ts";
import { Dialog } from "./dialog.tsx";
import type { CardProps, Facts } from "./facts.ts";
import { Definition, namesText } from "./paragraph.tsx";

export function StreamCard({ facts, id, scrolledTo }: CardProps<StreamId>) {
  const { view, keys } = facts;
  const stream = get(view.streams, id);
  const leave = hintsFor(keys, ["card.leave", "close"]);
  const before = view.archived.get(id);
  if (stream === undefined)
    return (
      <Dialog title={before ? `#${before.name}` : "Stream"} hints={leave} scrolledTo={scrolledTo}>
        <Definition>{plain("This stream is archived, or not accessible.")}</Definition>
        <Definition label={plain("for")}>{safeLine(before?.description ?? "")}</Definition>
      </Dialog>
    );
  const { subscription, subscribers, weeklyTraffic } = stream;
  const hints = [
    ...hintsFor(
      keys,
      ["card.subscribe", subscription === undefined ? "join" : "leave it"],
      ["card.edit", "settings"],
      ["card.people", "people"],
    ),
    ...(subscription === undefined
      ? []
      : hintsFor(keys, ["card.mute", subscription.muted ? "unmute" : "mute"])),
    ...(administratorProblem(view) === undefined ? hintsFor(keys, ["card.remove", "archive"]) : []),
    ...hintsFor(keys, ["card.messages", "search"]),
    ...leave,
  ];
  return (
    <Dialog title={`#${stream.name}`} hints={hints} scrolledTo={scrolledTo}>
      <Definition label={plain("for")}>{safeLine(stream.description)}</Definition>
      <Definition label={plain("privacy")}>{plain(privacyTitles[privacyOf(stream)])}</Definition>
      <Definition label={plain("may post")}>
        {safeLine(postPolicyTitle(stream.postPolicy))}
      </Definition>
      <Definition label={plain("may remove")}>
        {safeLine(groupTitle(view, stream.removers))}
      </Definition>
      <Definition label={plain("retention")}>{plain(retentionTitle(stream))}</Definition>
      <Definition label={plain("created")}>{originText(facts, stream)}</Definition>
      <Definition label={plain("traffic")}>
        {weeklyTraffic === undefined ? undefined : plain(trafficText(weeklyTraffic))}
      </Definition>
      <Definition label={plain("you")} token="dim">
        {ownText(stream)}
      </Definition>
      <Definition label={plain("people")} token={subscribers === undefined ? "faint" : "text"}>
        {membersText(facts, stream)}
      </Definition>
    </Dialog>
  );
}

function trafficText(messages: number): string {
  return `${messages === 1 ? "1 message" : `${messages} messages`} a week`;
}

function originText({ view, now, style }: Facts, { creatorId, createdAt }: Stream): SafeText {
  const who = creatorId === undefined ? [] : [plain("by"), personName(view, creatorId)];
  const when = createdAt === undefined ? [] : [plain(dayLabel(createdAt, now, style.hours))];
  return joined([...when, ...who], plain(" "));
}

function ownText({ subscription }: Stream): SafeText {
  if (subscription === undefined) return plain("not subscribed");
  const words = [
    plain("subscribed"),
    ...(subscription.muted ? [plain("muted")] : []),
    ...(subscription.pinned ? [plain("pinned")] : []),
  ];
  return joined(words, plain(", "));
}

function membersText({ view }: Facts, { subscribers }: Stream): SafeText {
  if (subscribers === undefined) return plain("loading");
  const names = subscribers
    .slice(0, 1000)
    .flatMap((id) => get(view.people, id) ?? [])
    .map(({ name }) => safeName(name));
  return joined([plain(`${subscribers.length}`), namesText(names)], plain(": "));
}
