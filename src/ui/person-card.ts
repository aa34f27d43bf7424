/** The card of a person: role, presence, status, local time, profile, groups, streams in common. */
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import { dayLabel, hourMinute, isTimeZone, relative } from "#base/time.ts";
import { administratorProblem } from "#model/permissions.ts";
import type { Person } from "#model/person.ts";
import { presenceOf } from "#model/select/conversations.ts";
import { type ProfileEntry, profileOf } from "#model/select/profile.ts";
import { profileText } from "#model/select/profile-text.ts";
import { roleName } from "#model/select/roles.ts";
import { mostAsked } from "#model/stream.ts";
import type { UserId } from "#wire/ids.ts";
import { namesText, saidRow, textRows } from "./card-parts.ts";
import type { Body, Facts } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { hintsFor } from "./hints.ts";
import { safeName, streamSign } from "./names.ts";
import { seenAt, statusSpans } from "./person-parts.ts";
import { type Span, span } from "./spans.ts";

export function personCard(facts: Facts, id: UserId): Pick<Body, "title" | "rows" | "hints"> {
  const { view, keys } = facts;
  const person = get(view.people, id);
  const leave = hintsFor(keys, ["card.leave", "close"]);
  if (person === undefined) {
    const rows = textRows(facts, "", plain("Nobody with this ID is known."));
    return { title: "Somebody", rows, hints: leave };
  }
  const isOwn = id === view.ownId;
  return {
    title: person.name,
    rows: [
      ...(person.isActive ? presenceRows(facts, person) : []),
      saidRow(facts, plain("role"), span(kindOf(facts, person))),
      ...statusRows(facts, id),
      ...timeRows(facts, person),
      ...textRows(facts, plain("email"), safeLine(person.deliveryEmail ?? person.email)),
      ...profileOf(view, person).flatMap((entry) => profileRows(facts, entry)),
      ...groupRows(facts, id),
      ...(person.isBot || isOwn ? [] : streamRows(facts, id)),
      ...(view.mutedPeople.has(id)
        ? textRows(facts, facts.style.glyphs.muted, plain("You muted them."), "muted")
        : []),
    ],
    hints: [
      ...hintsFor(keys, ["card.write", "write"]),
      ...(isOwn ? [] : hintsFor(keys, ["card.mute", view.mutedPeople.has(id) ? "unmute" : "mute"])),
      ...hintsFor(keys, ["card.edit", isOwn ? "settings" : "change"]),
      ...(isOwn || administratorProblem(view) !== undefined
        ? []
        : hintsFor(keys, ["card.remove", person.isActive ? "deactivate" : "bring back"])),
      ...hintsFor(keys, ["card.search", "search"]),
      ...leave,
    ],
  };
}

function kindOf({ view }: Facts, { isBot, role, isActive, botOwnerId }: Person): SafeText {
  const owner = botOwnerId === undefined ? undefined : get(view.people, botOwnerId);
  const kind = isBot
    ? joined([plain("bot"), ...(owner === undefined ? [] : [safeName(owner.name)])], plain(" of "))
    : safeLine(roleName(role));
  return isActive ? kind : joined([kind, plain("deactivated")], plain(", "));
}

function presenceRows(facts: Facts, { id, isBot }: Person): readonly DialogRow[] {
  const { view, style, now } = facts;
  if (isBot) return [];
  const presence = presenceOf(view, id, now);
  const seen = seenAt(view, id);
  if (presence === "offline") {
    const when = seen === undefined ? "not seen yet" : `last seen ${whenSeen(facts, seen)}`;
    return [saidRow(facts, style.glyphs.away, span(plain(when), "dim"))];
  }
  const words = presence === "active" ? span(plain("active now"), "good") : span(plain("idle"));
  const sign = presence === "active" ? style.glyphs.active : style.glyphs.idle;
  return [saidRow(facts, sign, words)];
}

function whenSeen({ style, now }: Facts, seen: number): string {
  const age = relative(seen, now, style.hours);
  return /\d (?:min|h)$/.test(age) ? `${age} ago` : dayLabel(seen, now, style.hours);
}

function statusRows(facts: Facts, id: UserId): readonly DialogRow[] {
  const spans: readonly Span[] = statusSpans(facts.style, facts.view, id);
  return spans.length === 0 ? [] : [saidRow(facts, plain("status"), ...spans)];
}

function timeRows(facts: Facts, { timezone }: Person): readonly DialogRow[] {
  if (!isTimeZone(timezone)) return [];
  const time = hourMinute(facts.now, { ...facts.style.hours, timeZone: timezone });
  return [
    saidRow(
      facts,
      plain("local time"),
      span(plain(time)),
      span(safeLine(`  ${timezone.replaceAll("_", " ")}`), "dim"),
    ),
  ];
}

function profileRows(facts: Facts, { field, value }: ProfileEntry): readonly DialogRow[] {
  const text = profileText(facts.view, field, value);
  return text === "" ? [] : textRows(facts, safeLine(field.name), safeLine(text));
}

function groupRows(facts: Facts, id: UserId): readonly DialogRow[] {
  const names = [...values(facts.view.groups)]
    .filter(({ isSystem, members }) => !isSystem && members.includes(id))
    .map(({ name }) => safeName(name));
  return names.length === 0 ? [] : textRows(facts, plain("groups"), namesText(names));
}

/** Known once the members of the streams were fetched. */
function streamRows(facts: Facts, id: UserId): readonly DialogRow[] {
  const { view, style } = facts;
  const own = [...values(view.streams)].filter(({ subscription }) => subscription !== undefined);
  const known = own.filter(({ subscribers }) => subscribers !== undefined);
  if (own.length > mostAsked && known.length === 0) return [];
  if (own.length > 0 && known.length === 0)
    return textRows(facts, plain("in common"), plain("loading"), "faint");
  const names = known
    .filter(({ subscribers }) => subscribers?.includes(id))
    .map((stream) => joined([streamSign(style, stream), safeName(stream.name)]));
  const said = names.length === 0 ? plain("no stream") : namesText(names);
  return textRows(facts, plain("in common"), said, names.length === 0 ? "dim" : "text");
}
