/** Fields that the forms of new and existing streams share, with the server's errors for their values. */
import { values } from "#base/table.ts";
import type { Problem } from "#model/limits.ts";
import { settingProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import {
  type Privacy,
  privacyOf,
  privacyTitles,
  systemGroupTitle,
} from "#model/select/stream-words.ts";
import type { Stream } from "#model/stream.ts";
import type { Endpoint, PolicyName } from "#wire/endpoint.ts";
import { streamSettings, updateStream, webPublicOff } from "#wire/endpoints/streams.ts";
import { subscribe } from "#wire/endpoints/subscriptions.ts";
import type { GroupId } from "#wire/ids.ts";
import { field, type SavedField } from "./declared.ts";
import { levelProblem, refusal, serverWords } from "./parts.ts";

const saidWhen = serverWords(updateStream.errors);

type EditedStream = Pick<
  Stream,
  | "description"
  | "historyPublic"
  | "isPrivate"
  | "isWebPublic"
  | "name"
  | "postPolicy"
  | "removers"
  | "retentionDays"
>;

const privacies = Object.keys(privacyTitles) as readonly Privacy[];

/** Private has another name in the request that creates a stream. */
function privacyField(view: Replica, about: EditedStream, isNew: boolean): SavedField {
  const options = privacies.map((value) => ({ value, title: privacyTitles[value] }));
  const shared = {
    key: "privacy",
    label: "Privacy",
    is: privacyOf(about),
    kind: { type: "choice", options } as const,
    problem: (value: string) =>
      (isNew ? settingProblem(view, creationPolicy(value)) : undefined) ??
      (value === "web-public" ? webPublicProblem(view) : undefined),
    sends: (value: string) => {
      const isPrivate = value.startsWith("private");
      const request = {
        ...(isNew ? { invite_only: isPrivate } : { is_private: isPrivate }),
        is_web_public: value === "web-public",
        history_public_to_subscribers: value !== "private",
      };
      return { request };
    },
  };
  return isNew
    ? field(view, subscribe, "invite_only", shared)
    : field(view, updateStream, "is_private", shared);
}

function creationPolicy(privacy: string): PolicyName {
  return privacy.startsWith("private")
    ? "create_private_stream_policy"
    : "create_public_stream_policy";
}

/** Requires all three: the server's setting, the organization's, and its policy for the user's role. */
function webPublicProblem(view: Replica): Problem {
  const old = levelProblem(view, streamSettings.is_web_public);
  if (old !== undefined) return old;
  const { settings } = view.organization;
  const isOff = (name: string) => settings[name] === false;
  if (isOff("server_web_public_streams_enabled") || isOff("enable_spectator_access"))
    return refusal(view, webPublicOff.text);
  return settingProblem(view, "create_web_public_stream_policy");
}

type Saving = Endpoint<string, typeof streamSettings>;

/** Days, `default` or `forever`; requests encode the latter two differently. */
function retentionField(view: Replica, to: Saving, { retentionDays }: EditedStream): SavedField {
  return field(view, to, "message_retention_days", {
    key: "retention",
    label: "Retention",
    is: retentionText(retentionDays),
    placeholder: "days, default or forever",
    problem: (value) =>
      retentionValue(value) === undefined
        ? saidWhen(view, "retention neither days nor a known word", { value })
        : undefined,
    sends: (value) => ({ request: { message_retention_days: retentionValue(value) } }),
  });
}

function retentionText(days: number | null): string {
  if (days === null) return "default";
  return days < 0 ? "forever" : String(days);
}

function retentionValue(text: string): number | string | undefined {
  const word = text.trim();
  if (word === "default" || word === "realm_default") return "realm_default";
  if (word === "forever" || word === "unlimited") return "unlimited";
  return /^[1-9]\d{0,5}$/.test(word) ? Number(word) : undefined;
}

/**
 * Only system groups, except everybody on the internet and owners. Sent under both of its names: the encoder picks the
 * one that the server's level knows.
 */
function removersField(view: Replica, to: Saving, { removers: is }: EditedStream): SavedField {
  const options = [...values(view.groups)]
    .filter(({ isSystem, name }) => isSystem && !/internet|owners|nobody/.test(name))
    .map(({ id, name }) => ({ value: String(id), title: systemGroupTitle(name) }));
  const { can_remove_subscribers_group: newer } = streamSettings;
  const name =
    levelProblem(view, newer) === undefined
      ? "can_remove_subscribers_group"
      : "can_remove_subscribers_group_id";
  const untold = is === undefined ? "The server does not report who may." : undefined;
  return field(view, to, name, {
    key: "removers",
    label: "May remove",
    is: is ?? "",
    kind: { type: "choice", options },
    locked: untold,
    sends: (text) => {
      const id = Number(text) as GroupId;
      const request = { can_remove_subscribers_group: id, can_remove_subscribers_group_id: id };
      return text === "" ? {} : { request };
    },
  });
}

/** The stream's shared settings, except its name and description. */
export function settingFields(
  view: Replica,
  to: typeof updateStream | typeof subscribe,
  about: EditedStream,
): readonly SavedField[] {
  return [
    privacyField(view, about, to === subscribe),
    field<typeof streamSettings>(view, to, "stream_post_policy", {
      key: "policy",
      label: "May post",
      is: about.postPolicy,
    }),
    removersField(view, to, about),
    retentionField(view, to, about),
  ];
}
