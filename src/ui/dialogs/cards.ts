/** The cards of users and streams. */
import { counted } from "#base/counted.ts";
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import { dayLabel, hourMinute, isoMoment, isTimeZone } from "#base/time.ts";
import { ofStream, postersTitle, toldPermitted } from "#model/permission.ts";
import { channelProblem, isAdministrator, unarchivingProblem } from "#model/permissions.ts";
import type { Person } from "#model/person.ts";
import { presenceOf, seenAt } from "#model/select/conversations.ts";
import { folderName } from "#model/select/folders.ts";
import { disuseOf, isMarkdown, profileOf, profileText, roleName } from "#model/select/people.ts";
import {
  activeSubscribers,
  permittedTitle,
  privacyOf,
  privacyTitles,
  retentionTitle,
} from "#model/select/streams.ts";
import { maxSubscriberFetches, type Stream } from "#model/stream.ts";
import { accessibleStream, isUnlisted, lostUse, streamTitle } from "#model/streams.ts";
import { type Hint, hintsFor } from "#ui/hints.ts";
import { personName, safeName, streamSign } from "#ui/names.ts";
import { presenceSign, seenText, statusSpans } from "#ui/person-parts.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import {
  type ContentOf,
  type DialogContent,
  type Facts,
  type Labelled,
  labelledRows,
  namesText,
} from "./content.ts";

export const card: ContentOf<"card"> = (facts, { about, chosen }) => {
  const content =
    about.kind === "person" ? personCard(facts, about.id) : streamCard(facts, about.id);
  const leave = hintsFor(facts.keys, ["card.leave", "close"]);
  return {
    title: content.title,
    hints: [...content.hints, ...leave],
    rows: labelledRows(facts, content.about),
    scrolledTo: chosen,
  };
};

/** What texts on a card are made from. */
type CardFacts = Pick<Facts, "view" | "style" | "now" | "bodies">;

type Card = Pick<DialogContent, "title" | "hints"> & { readonly about: readonly Labelled[] };

function personCard(facts: Facts, id: UserId): Card {
  const { view } = facts;
  const person = get(view.people, id);
  if (person === undefined) {
    const text = plain("There is no user with this ID.");
    return { title: "Somebody", hints: [], about: [{ text }] };
  }
  const groups = [...values(view.groups)]
    .filter(({ isSystem, isActive, members }) => isActive && !isSystem && members.includes(id))
    .map(({ name }) => safeName(name));
  return {
    title: person.name,
    hints: hintsOf(facts, person),
    about: [
      ...aboutPerson(facts, person),
      { label: "groups", text: namesText(groups) },
      ...(person.isBot || id === view.ownId ? [] : commonStreams(facts, person)),
    ],
  };
}

/** What is known about the person alone: finding it takes the same time in any realm. */
export function aboutPerson(facts: CardFacts, person: Person): readonly Labelled[] {
  const { view, style } = facts;
  return [
    ...(person.isActive && !person.isBot ? [presence(facts, person)] : []),
    { label: "role", text: kindOf(facts, person) },
    { label: "status", spans: statusSpans(style, view, person.id) },
    { label: "local time", spans: timeSpans(facts, person) },
    { label: "email", text: safeLine(person.deliveryEmail ?? person.email) },
    ...profileOf(view, person).map(({ field, value }): Labelled => {
      const label = field.name;
      if (isMarkdown(field))
        return { label, rows: (columns) => facts.bodies.rowsOfValue(view, value, columns) };
      if (field.type === fieldTypes.date) return { label, text: dateText(facts, value) };
      return { label, text: safeLine(profileText(view, field, value)) };
    }),
    {
      label: style.glyphs.muted,
      text: view.mutedPeople.has(person.id) ? plain("You muted them.") : "",
      token: "muted",
    },
  ];
}

/** A date of a profile has no time zone. */
function dateText({ style, now }: CardFacts, value: string): SafeText {
  const at = isoMoment(`${value}T00:00:00Z`);
  if (at === undefined) return safeLine(value);
  return plain(dayLabel(at, now, { ...style.hours, timeZone: "UTC" }));
}

function hintsOf({ view, keys }: Facts, { id, isActive }: Person): readonly Hint[] {
  const isOwn = id === view.ownId;
  return [
    ...hintsFor(keys, ["card.write", isActive ? "write" : "conversation"]),
    ...(isOwn ? [] : hintsFor(keys, ["card.mute", view.mutedPeople.has(id) ? "unmute" : "mute"])),
    ...hintsFor(keys, ["card.edit", "edit"]),
    ...(isOwn || !isAdministrator(view)
      ? []
      : hintsFor(keys, ["card.remove", isActive ? "deactivate" : "reactivate"])),
    ...hintsFor(keys, ["card.messages", "search"]),
  ];
}

function kindOf({ view }: CardFacts, person: Person): SafeText {
  const { isBot, role, botOwnerId, isBillingAdmin } = person;
  const owner = botOwnerId === undefined ? undefined : get(view.people, botOwnerId);
  const kind = isBot
    ? joined([plain("bot"), ...(owner === undefined ? [] : [safeName(owner.name)])], plain(" of "))
    : safeLine(roleName(role));
  const also = [isBillingAdmin ? "billing administrator" : undefined, disuseOf(person)];
  return joined(
    [kind, ...also.flatMap((words) => (words === undefined ? [] : [plain(words)]))],
    plain(", "),
  );
}

function presence({ view, style, now }: CardFacts, { id }: Person): Labelled {
  const state = presenceOf(view, id, now);
  const seen = seenAt(view, id);
  const away = seen === undefined ? plain("not seen yet") : seenText(style, seen, now);
  const words = state === "offline" ? away : plain(state);
  const sign = presenceSign(style, state);
  return { label: sign.text, spans: [span(words, sign.token)] };
}

function timeSpans({ style, now }: CardFacts, { timezone, isActive }: Person): readonly Span[] {
  if (!isActive || !isTimeZone(timezone)) return noSpans;
  const time = hourMinute(now, { ...style.hours, timeZone: timezone });
  return [span(plain(time)), span(safeLine(`  ${timezone.replaceAll("_", " ")}`), "dim")];
}

/** Known once the subscribers of the streams were fetched. */
function commonStreams({ view, style }: Facts, { id }: Person): readonly Labelled[] {
  const mine = [...values(view.streams)].filter(({ subscription }) => subscription !== undefined);
  const streams = mine.filter(({ subscribers }) => subscribers !== undefined);
  const isLoading = mine.length > 0 && streams.length === 0;
  if (isLoading && mine.length > maxSubscriberFetches) return [];
  const label = "in common";
  if (isLoading) return [{ label, text: plain("loading"), token: "faint" }];
  const names = streams
    .filter(({ subscribers }) => subscribers?.includes(id))
    .map((stream) => joined([streamSign(style, stream), safeName(stream.name)]));
  if (names.length === 0) return [{ label, text: plain("no streams"), token: "dim" }];
  return [{ label, text: namesText(names) }];
}

const archivedNote = {
  text: plain("It is archived: it can be read, and nobody can post to it."),
  token: "warning",
} as const;

function streamCard(facts: Facts, id: StreamId): Card {
  const { view } = facts;
  const stream = accessibleStream(view, id);
  if (stream === undefined) {
    const before = view.archived.get(id);
    return {
      title: before ? streamTitle(view, id) : "Stream",
      hints: [],
      about: [
        { text: plain(`This stream is ${lostUse(view, id)}.`) },
        { label: "for", text: safeLine(before?.description ?? "") },
      ],
    };
  }
  const { subscribers, weeklyTraffic } = stream;
  return {
    title: streamTitle(view, id),
    hints: streamHints(facts, stream),
    about: [
      ...(stream.isArchived ? [archivedNote] : []),
      { label: "for", text: safeLine(stream.description) },
      { label: "privacy", text: plain(privacyTitles[privacyOf(stream)]) },
      {
        label: "may post",
        text: stream.isArchived ? plain("Nobody") : safeLine(postersTitle(view, stream)),
      },
      { label: "may remove", text: safeLine(permittedTitle(view, removersOf(view, stream))) },
      { label: "folder", text: safeLine(folderName(view, stream) ?? "") },
      { label: "retention", text: plain(retentionTitle(stream)) },
      { label: "created", text: originText(facts, stream) },
      {
        label: "traffic",
        text: weeklyTraffic === undefined ? "" : plain(trafficText(weeklyTraffic)),
      },
      { label: "you", text: ownText(stream), token: "dim" },
      {
        label: "people",
        text: membersText(facts, stream),
        token: subscribers === undefined ? "faint" : "text",
      },
    ],
  };
}

function removersOf(view: Facts["view"], stream: Stream) {
  return toldPermitted(view, ofStream(stream, "can_remove_subscribers_group"));
}

function streamHints({ view, keys }: Facts, stream: Stream): readonly Hint[] {
  const { subscription } = stream;
  if (stream.isArchived)
    return unarchivingProblem(view, stream) === undefined
      ? hintsFor(keys, ["card.remove", "unarchive"])
      : [];
  return [
    ...hintsFor(
      keys,
      ["card.subscribe", subscription === undefined ? "join" : "leave it"],
      ["card.edit", "edit"],
      ["card.people", "people"],
    ),
    ...(subscription === undefined
      ? []
      : hintsFor(keys, ["card.mute", subscription.muted ? "unmute" : "mute"])),
    ...(channelProblem(view, stream, "archive it") === undefined
      ? hintsFor(keys, ["card.remove", "archive"])
      : []),
    ...hintsFor(keys, ["card.messages", "search"]),
  ];
}

function trafficText(messages: number): string {
  return `${counted(messages, "message")} a week`;
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

function membersText({ view }: Facts, stream: Stream): SafeText {
  const subscribers = activeSubscribers(view, stream);
  if (subscribers === undefined) {
    const unlisted = isUnlisted(view, stream.id) ? "not listed" : "loading";
    return plain(`${stream.subscriberCount ?? unlisted}`);
  }
  const names = subscribers
    .slice(0, 1000)
    .flatMap((id) => get(view.people, id) ?? [])
    .map(({ name }) => safeName(name));
  return joined([plain(`${subscribers.length}`), namesText(names)], plain(": "));
}
