/** The cards of users and streams. */

import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import { dayLabel, hourMinute, isTimeZone, parseMoment, relative } from "#base/time.ts";
import { outOfReach } from "#model/known-stream.ts";
import { administratorProblem } from "#model/permissions.ts";
import type { Person } from "#model/person.ts";
import { presenceOf } from "#model/select/conversations.ts";
import { profileOf, profileText } from "#model/select/profile.ts";
import { roleName } from "#model/select/roles.ts";
import {
  groupTitle,
  postPolicyTitle,
  privacyOf,
  privacyTitles,
  retentionTitle,
} from "#model/select/stream-words.ts";
import { maxSubscriberFetches, type Stream } from "#model/stream.ts";
import { type Hint, hintsFor } from "#ui/hints.ts";
import { personName, safeName, streamSign } from "#ui/names.ts";
import { seenAt, statusSpans } from "#ui/person-parts.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { Dialog } from "./dialog.tsx";
import type { CardProps, Facts } from "./facts.ts";
import { Definition, namesText } from "./paragraph.tsx";

export function PersonCard({ facts, id, scrolledTo }: CardProps<UserId>) {
  const { view, style } = facts;
  const person = get(view.people, id);
  const leave = hintsFor(facts.keys, ["card.leave", "close"]);
  if (person === undefined)
    return (
      <Dialog title="Somebody" hints={leave} scrolledTo={scrolledTo}>
        <Definition>{plain("There is no user with this ID.")}</Definition>
      </Dialog>
    );
  const groups = [...values(view.groups)]
    .filter(({ isSystem, members }) => !isSystem && members.includes(id))
    .map(({ name }) => safeName(name));
  return (
    <Dialog
      title={person.name}
      hints={[...hintsOf(facts, person), ...leave]}
      scrolledTo={scrolledTo}
    >
      {person.isActive && !person.isBot && <Presence facts={facts} person={person} />}
      <Definition label="role">{kindOf(facts, person)}</Definition>
      <Definition label="status" spans={statusSpans(style, view, id)} />
      <Definition label="local time" spans={timeSpans(facts, person)} />
      <Definition label="email">{safeLine(person.deliveryEmail ?? person.email)}</Definition>
      {profileOf(view, person).map(({ field, value }) => (
        <Definition key={field.id} label={field.name}>
          {field.type === fieldTypes.date
            ? dateText(facts, value)
            : safeLine(profileText(view, field, value))}
        </Definition>
      ))}
      <Definition label="groups">{namesText(groups)}</Definition>
      {!person.isBot && id !== view.ownId && <CommonStreams facts={facts} person={person} />}
      <Definition label={style.glyphs.muted} token="muted">
        {view.mutedPeople.has(id) ? plain("You muted them.") : undefined}
      </Definition>
    </Dialog>
  );
}

/** A date of a profile has no time zone. */
function dateText({ style, now }: Facts, value: string): SafeText {
  const at = parseMoment(`${value}T00:00:00Z`);
  if (at === undefined) return safeLine(value);
  return plain(dayLabel(at, now, { ...style.hours, timeZone: "UTC" }));
}

function hintsOf({ view, keys }: Facts, { id, isActive }: Person): readonly Hint[] {
  const isOwn = id === view.ownId;
  return [
    ...hintsFor(keys, ["card.write", "write"]),
    ...(isOwn ? [] : hintsFor(keys, ["card.mute", view.mutedPeople.has(id) ? "unmute" : "mute"])),
    ...hintsFor(keys, ["card.edit", isOwn ? "settings" : "change"]),
    ...(isOwn || administratorProblem(view) !== undefined
      ? []
      : hintsFor(keys, ["card.remove", isActive ? "deactivate" : "bring back"])),
    ...hintsFor(keys, ["card.messages", "search"]),
  ];
}

function kindOf({ view }: Facts, { isBot, role, isActive, botOwnerId }: Person): SafeText {
  const owner = botOwnerId === undefined ? undefined : get(view.people, botOwnerId);
  const kind = isBot
    ? joined([plain("bot"), ...(owner === undefined ? [] : [safeName(owner.name)])], plain(" of "))
    : safeLine(roleName(role));
  return isActive ? kind : joined([kind, plain("deactivated")], plain(", "));
}

type PersonProps = { readonly facts: Facts; readonly person: Person };

function Presence({ facts, person: { id } }: PersonProps) {
  const { view, style, now } = facts;
  const presence = presenceOf(view, id, now);
  const seen = seenAt(view, id);
  const when = seen === undefined ? "not seen yet" : `last seen ${whenSeen(facts, seen)}`;
  const { active, idle, away } = style.glyphs;
  const [sign, words] = {
    active: [active, span(plain("active now"), "good")] as const,
    idle: [idle, span(plain("idle"))] as const,
    offline: [away, span(plain(when), "dim")] as const,
  }[presence];
  return <Definition label={sign} spans={[words]} />;
}

function whenSeen({ style, now }: Facts, seen: number): string {
  const age = relative(seen, now, style.hours);
  return /\d (?:min|h)$/.test(age) ? `${age} ago` : dayLabel(seen, now, style.hours);
}

function timeSpans({ style, now }: Facts, { timezone }: Person): readonly Span[] {
  if (!isTimeZone(timezone)) return noSpans;
  const time = hourMinute(now, { ...style.hours, timeZone: timezone });
  return [span(plain(time)), span(safeLine(`  ${timezone.replaceAll("_", " ")}`), "dim")];
}

/** Known once the subscribers of the streams were fetched. */
function CommonStreams({ facts, person: { id } }: PersonProps) {
  const { view, style } = facts;
  const own = [...values(view.streams)].filter(({ subscription }) => subscription !== undefined);
  const known = own.filter(({ subscribers }) => subscribers !== undefined);
  const isLoading = own.length > 0 && known.length === 0;
  if (isLoading && own.length > maxSubscriberFetches) return null;
  const names = known
    .filter(({ subscribers }) => subscribers?.includes(id))
    .map((stream) => joined([streamSign(style, stream), safeName(stream.name)]));
  const text = names.length === 0 ? plain("no streams") : namesText(names);
  const token = names.length === 0 ? "dim" : "text";
  return (
    <Definition label="in common" token={isLoading ? "faint" : token}>
      {isLoading ? plain("loading") : text}
    </Definition>
  );
}

export function StreamCard({ facts, id, scrolledTo }: CardProps<StreamId>) {
  const { view, keys } = facts;
  const stream = get(view.streams, id);
  const leave = hintsFor(keys, ["card.leave", "close"]);
  const before = view.archived.get(id);
  if (stream === undefined)
    return (
      <Dialog title={before ? `#${before.name}` : "Stream"} hints={leave} scrolledTo={scrolledTo}>
        <Definition>{plain(`This stream is ${outOfReach}.`)}</Definition>
        <Definition label="for">{safeLine(before?.description ?? "")}</Definition>
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
      <Definition label="for">{safeLine(stream.description)}</Definition>
      <Definition label="privacy">{plain(privacyTitles[privacyOf(stream)])}</Definition>
      <Definition label="may post">{safeLine(postPolicyTitle(stream.postPolicy))}</Definition>
      <Definition label="may remove">{safeLine(groupTitle(view, stream.removers))}</Definition>
      <Definition label="retention">{plain(retentionTitle(stream))}</Definition>
      <Definition label="created">{originText(facts, stream)}</Definition>
      <Definition label="traffic">
        {weeklyTraffic === undefined ? undefined : plain(trafficText(weeklyTraffic))}
      </Definition>
      <Definition label="you" token="dim">
        {ownText(stream)}
      </Definition>
      <Definition label="people" token={subscribers === undefined ? "faint" : "text"}>
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
