/** How events change the organization, and the names of emoji. */
import type { EventOf } from "#wire/events.ts";
import type { EmojiNames } from "./emoji-names.ts";
import { inOrder, linkifierFrom, type Organization } from "./organization.ts";
import type { Replica } from "./replica.ts";

export function withOrganization(replica: Replica, change: Partial<Organization>): Replica {
  return { ...replica, organization: { ...replica.organization, ...change } };
}

/** Changes what messages show: rendered lines are stale then. */
function withMarks(replica: Replica, change: Pick<Partial<Organization>, "emoji" | "linkifiers">) {
  const { namesRevision } = replica;
  return { ...withOrganization(replica, change), namesRevision: namesRevision + 1 };
}

/** Values of a deleted field are kept: `profileOf` does not show them. */
export function onProfileFields(
  replica: Replica,
  event: EventOf<"custom_profile_fields">,
): Replica {
  return withOrganization(replica, { profileFields: inOrder(event.fields) });
}

export function onRealmEmoji(replica: Replica, event: EventOf<"realm_emoji">): Replica {
  return withMarks(replica, { emoji: event.realm_emoji });
}

export function onLinkifiers(replica: Replica, event: EventOf<"realm_linkifiers">): Replica {
  return withMarks(replica, { linkifiers: event.realm_linkifiers });
}

export function onFilters(replica: Replica, event: EventOf<"realm_filters">): Replica {
  return withMarks(replica, { linkifiers: event.realm_filters.map(linkifierFrom) });
}

/** Messages rendered with other names are rendered again. */
export function withEmojiNames(replica: Replica, emojiNames: EmojiNames): Replica {
  if (replica.emojiNames === emojiNames) return replica;
  return { ...replica, emojiNames, namesRevision: replica.namesRevision + 1 };
}
