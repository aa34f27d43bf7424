/** Fields that forms of a new stream and of one that is there share, with what the server would say of their values. */
import { values } from "#base/table.ts";
import type { Problem } from "#model/limits.ts";
import { ownerProblem, settingProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import {
  type Privacy,
  postPolicyTitles,
  privacyTitles,
  systemGroupTitle,
} from "#model/select/stream-words.ts";
import type { FormValues } from "#store/forms.ts";
import type { PolicyName } from "#wire/endpoint.ts";
import {
  streamDescription,
  streamName,
  streamSettings,
  updateStream,
} from "#wire/endpoints/streams.ts";
import type { GroupId } from "#wire/ids.ts";
import type { Field } from "./form.ts";
import { choice, levelProblem, lockedBy, serverWords, textProblem } from "./parts.ts";

const saidWhen = serverWords(updateStream.errors);

function nameProblem(view: Replica, name: string, own: string): Problem {
  const wanted = name.trim();
  const problem = textProblem(view, streamName, name);
  if (problem !== undefined) return problem;
  const isTaken = [...values(view.streams)].some(
    (stream) => stream.name !== own && stream.name.toLowerCase() === wanted.toLowerCase(),
  );
  return isTaken ? saidWhen(view, "name taken") : undefined;
}

function nameField(view: Replica, own: string): Field {
  return {
    key: "name",
    label: "Name",
    kind: { type: "text" },
    problem: (name) => nameProblem(view, name, own),
  };
}

function descriptionField(view: Replica): Field {
  return {
    key: "description",
    label: "Description",
    kind: { type: "text", placeholder: "Markdown in one line" },
    problem: (text) => textProblem(view, streamDescription, text),
  };
}

const privacies = Object.keys(privacyTitles) as readonly Privacy[];

function privacyField(view: Replica, isNew: boolean): Field {
  const options = privacies.map((value) => ({ value, title: privacyTitles[value] }));
  return {
    ...choice("privacy", "Privacy", options),
    problem: (value) =>
      (isNew ? settingProblem(view, creationPolicy(value)) : undefined) ??
      (value === "web-public" ? webPublicProblem(view) : undefined),
  };
}

function creationPolicy(privacy: string): PolicyName {
  return privacy.startsWith("private")
    ? "create_private_stream_policy"
    : "create_public_stream_policy";
}

/** All three must be so: the server's setting, the organization's, and its policy for the person's role. */
function webPublicProblem(view: Replica): Problem {
  const old = levelProblem(view, streamSettings.is_web_public);
  if (old !== undefined) return old;
  const { settings } = view.organization;
  const isOff = (name: string) => settings[name] === false;
  if (isOff("server_web_public_streams_enabled") || isOff("enable_spectator_access"))
    return "Web-public streams are not enabled.";
  return settingProblem(view, "create_web_public_stream_policy");
}

/** As requests name it. */
export function privacyValues(privacy: string) {
  return {
    is_private: privacy.startsWith("private"),
    is_web_public: privacy === "web-public",
    history_public_to_subscribers: privacy !== "private",
  };
}

function postPolicyField(): Field {
  const options = Object.entries(postPolicyTitles).map(([value, title]) => ({ value, title }));
  return choice("policy", "May post", options);
}

/** Days, `default` or `forever`, which requests have other words for. */
export function retentionField(view: Replica): Field {
  const field: Field = {
    key: "retention",
    label: "Retention",
    kind: { type: "text", placeholder: "days, default or forever" },
    problem: (value) =>
      retentionValue(value) === undefined
        ? saidWhen(view, "retention neither days nor a known word", { value })
        : undefined,
  };
  return lockedBy(
    field,
    levelProblem(view, streamSettings.message_retention_days) ?? ownerProblem(view),
  );
}

export function retentionText(days: number | null): string {
  if (days === null) return "default";
  return days < 0 ? "forever" : String(days);
}

export function retentionValue(text: string): number | string | undefined {
  const word = text.trim();
  if (word === "default" || word === "realm_default") return "realm_default";
  if (word === "forever" || word === "unlimited") return "unlimited";
  return /^[1-9]\d{0,5}$/.test(word) ? Number(word) : undefined;
}

/** Only system groups, and neither everybody on the internet nor owners alone. */
function removersField(view: Replica, now: GroupId | undefined): Field {
  const options = [...values(view.groups)]
    .filter(({ isSystem, name }) => isSystem && !/internet|owners|nobody/.test(name))
    .map(({ id, name }) => ({ value: String(id), title: systemGroupTitle(name) }));
  const older = levelProblem(view, streamSettings.can_remove_subscribers_group_id);
  const newer = levelProblem(view, streamSettings.can_remove_subscribers_group);
  const untold = now === undefined ? "The server does not tell who may." : undefined;
  const old = older !== undefined && newer !== undefined ? older : undefined;
  return lockedBy(choice("removers", "May remove", options), old ?? untold);
}

/** Under both of its names: a server is sent the one that its level knows. Nothing where none is chosen. */
export function removersValues({ removers = "" }: FormValues) {
  if (removers === "") return {};
  const id = Number(removers) as GroupId;
  return { can_remove_subscribers_group: id, can_remove_subscribers_group_id: id };
}

/**
 * What a stream is for everybody. `name` is the one that it has now, empty for a new stream; `removers` is whoever may
 * remove people now, undefined where the server does not tell.
 */
export function sharedFields(
  view: Replica,
  name: string,
  removers: GroupId | undefined,
): readonly Field[] {
  return [
    nameField(view, name),
    descriptionField(view),
    privacyField(view, name === ""),
    postPolicyField(),
    removersField(view, removers),
  ];
}
