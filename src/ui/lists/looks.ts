/** The drawing of each kind of list. */
import { plain } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { type ListKind, type ListPlace, listNames } from "#store/list-places.ts";
import { streamSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { recentLook, topicsLook } from "./conversation-looks.ts";
import { draftsLook } from "./drafts-look.ts";
import { inboxLook } from "./inbox-look.ts";
import { fieldsLook, groupsLook } from "./organization-looks.ts";
import { outboxLook } from "./outbox-look.ts";
import { peopleLook } from "./people-look.ts";
import type { ListLook } from "./row.ts";
import { scheduledLook } from "./scheduled-look.ts";
import { streamsLook } from "./streams-look.ts";

export function listLooks(parts: PaneParts): Readonly<Record<ListKind, ListLook>> {
  return {
    inbox: inboxLook(parts),
    recent: recentLook(parts),
    drafts: draftsLook(parts),
    outbox: outboxLook(parts),
    scheduled: scheduledLook(parts),
    people: peopleLook(parts),
    streams: streamsLook(parts),
    groups: groupsLook(parts),
    fields: fieldsLook(parts),
    topics: topicsLook(parts),
  };
}

/** The name before the filters in the title line; none for the inbox, whose filters are clear enough. */
export function listNameSpans(style: Style, view: Replica, place: ListPlace): readonly Span[] {
  if (place.kind === "inbox") return noSpans;
  if (place.kind === "topics")
    return streamSpans(style, get(view.streams, place.streamId), "strong");
  return [span(plain(listNames[place.kind]), "strong")];
}
