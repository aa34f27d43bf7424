/** The rows of users: presence, role, status and local time. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { hourMinute, isTimeZone, relative } from "#base/time.ts";
import { personOfKey } from "#commands/lists/row-keys.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { presenceOf } from "#model/select/conversations.ts";
import { roleName } from "#model/select/people.ts";
import { safeName } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { presenceSign, seenAt, statusSpans } from "#ui/person-parts.ts";
import { type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { DrawnRow, RowsAt } from "./row.ts";

/** The longest role name, `administrator`, is abbreviated. */
const roleColumns = 9;

export function rowsOfPeople({ style }: PaneParts): RowsAt {
  return ({ view }, now) => ({
    row: ({ key }) => {
      const id = personOfKey(key);
      const person = id === undefined ? undefined : get(view.people, id);
      return person && rowOf(style, view, person, now);
    },
  });
}

function rowOf(style: Style, view: Replica, person: Person, now: number): DrawnRow {
  const isMuted = view.mutedPeople.has(person.id);
  const hasPresence = person.isActive && !person.isBot;
  const token = isMuted || !person.isActive ? "muted" : "text";
  return {
    sign: presenceSign(style, hasPresence ? presenceOf(view, person.id, now) : undefined),
    subject: [
      { text: safeName(person.name), token, shrinks: true },
      ...(person.id === view.ownId ? [span(plain(" you"), "dim")] : []),
      ...(isMuted ? [span(plain(` ${style.glyphs.muted}`), "muted")] : []),
    ],
    detail: detailSpans(style, view, person, now),
    time: isTimeZone(person.timezone)
      ? plain(hourMinute(now, { ...style.hours, timeZone: person.timezone }))
      : "",
  };
}

function detailSpans(style: Style, view: Replica, person: Person, now: number): readonly Span[] {
  const { cells } = style;
  const kind = person.isBot ? "bot" : roleName(person.role).replace("administrator", "admin");
  const role = span(plain(cells.pad(safeLine(kind), roleColumns)), "dim");
  if (!person.isActive) return [role, span(plain(" deactivated"), "faint")];
  const status = statusSpans(style, view, person.id);
  if (status.length > 0) return [role, span(plain(" ")), ...status];
  const seen = seenAt(view, person.id);
  const isAway = presenceOf(view, person.id, now) === "offline";
  if (seen === undefined || !isAway) return [role];
  return [role, span(plain(` seen ${relative(seen, now, style.hours)}`), "faint")];
}
