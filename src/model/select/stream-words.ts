/** Names of stream settings for display. */
import { get } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import { choiceTitle } from "#wire/checks.ts";
import { streamSettings } from "#wire/endpoints/streams.ts";
import type { GroupId } from "#wire/ids.ts";

export type Privacy = "public" | "web-public" | "private" | "private-history";

export const privacyTitles: Readonly<Record<Privacy, string>> = {
  public: "Public, history for everybody",
  "web-public": "Web-public, no account needed",
  private: "Private, history since joining",
  "private-history": "Private, shared history",
};

export function privacyOf({
  isPrivate,
  isWebPublic,
  historyPublic,
}: Pick<Stream, "isPrivate" | "isWebPublic" | "historyPublic">): Privacy {
  if (isWebPublic) return "web-public";
  if (!isPrivate) return "public";
  return historyPublic ? "private-history" : "private";
}

/** Who may post: `Everybody`. */
export function postPolicyTitle(policy: number): string {
  return choiceTitle(streamSettings.stream_post_policy, policy) ?? `policy ${policy}`;
}

export function retentionTitle({ retentionDays: days }: Pick<Stream, "retentionDays">): string {
  if (days === null) return "organization's default";
  if (days < 0) return "forever";
  return days === 1 ? "1 day" : `${days} days`;
}

/** The display name of a group: system groups have technical names such as `role:moderators`. */
export function groupTitle({ groups }: Replica, id: GroupId | undefined): string {
  const group = id === undefined ? undefined : get(groups, id);
  if (group === undefined) return "unknown";
  return group.isSystem ? systemGroupTitle(group.name) : group.name;
}

export function systemGroupTitle(name: string): string {
  const words = name.replace(/^(?:role:|@role:)/, "").replaceAll("_", " ");
  return (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll("fullmembers", "full members");
}
