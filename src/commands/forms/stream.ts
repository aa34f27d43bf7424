/** The form of a stream: what it is for everybody, and how the person has it. */
import { get } from "#base/table.ts";
import type { SubscriptionProperty } from "#journal/actions/subscription-property.ts";
import type { Problem } from "#model/limits.ts";
import { administratorProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { privacyOf } from "#model/select/stream-words.ts";
import type { Stream, Subscription } from "#model/stream.ts";
import { type Call, call, type FormValues } from "#store/forms.ts";
import { updateStream } from "#wire/endpoints/streams.ts";
import type { StreamId } from "#wire/ids.ts";
import type { Change, Field, Form, Saving } from "./form.ts";
import { choice, flag, lockedBy } from "./parts.ts";
import {
  privacyValues,
  removersValues,
  retentionField,
  retentionText,
  retentionValue,
  sharedFields,
} from "./stream-fields.ts";

type Own = Exclude<keyof Subscription, "colour">;

/** The person's own settings by their names on the wire. */
const own: readonly (readonly [SubscriptionProperty["property"], Own, string])[] = [
  ["is_muted", "muted", "Mute"],
  ["pin_to_top", "pinned", "Pin"],
  ["desktop_notifications", "desktopNotifications", "Desktop"],
  ["audible_notifications", "audibleNotifications", "Sound"],
  ["push_notifications", "pushNotifications", "Mobile"],
  ["email_notifications", "emailNotifications", "Email"],
  ["wildcard_mentions_notify", "wildcardMentionsNotify", "@all notifies"],
];

const inherited = [
  { value: "inherited", title: "inherited from your settings" },
  { value: "true", title: "yes" },
  { value: "false", title: "no" },
];

function ownField(
  subscription: Subscription | undefined,
  [key, name, label]: (typeof own)[number],
) {
  const field =
    name === "muted" || name === "pinned" ? flag(key, label) : choice(key, label, inherited);
  return {
    ...lockedBy(field, subscription === undefined ? "You are not subscribed." : undefined),
    problem: (value: string): Problem =>
      value === "inherited" && (subscription?.[name] ?? null) !== null
        ? "Servers take no way back to the inherited setting."
        : undefined,
  };
}

function colourField(subscription: Subscription | undefined): Field {
  const field: Field = {
    key: "color",
    label: "Colour",
    kind: { type: "text", placeholder: "#76ce90" },
    problem: (value) =>
      /^#[\da-f]{6}$/i.test(value.trim()) ? undefined : "A colour is # and six hexadecimal digits.",
  };
  return lockedBy(field, subscription === undefined ? "You are not subscribed." : undefined);
}

function ownTruth(subscription: Subscription | undefined): FormValues {
  const values = own.map(([key, name]) => [key, String(subscription?.[name] ?? "inherited")]);
  return { ...Object.fromEntries(values), color: subscription?.colour ?? "" };
}

function fieldsOf(view: Replica, stream: Stream): readonly Field[] {
  const locked = administratorProblem(view);
  const shared = sharedFields(view, stream.name, stream.removers);
  const { subscription } = stream;
  return [
    ...shared.map((field) => lockedBy(field, locked ?? field.locked)),
    retentionField(view),
    ...own.map((row) => ownField(subscription, row)),
    colourField(subscription),
  ];
}

function truthOf(stream: Stream): FormValues {
  return {
    name: stream.name,
    description: stream.description,
    privacy: privacyOf(stream),
    policy: String(stream.postPolicy),
    removers: stream.removers === undefined ? "" : String(stream.removers),
    retention: retentionText(stream.retentionDays),
    ...ownTruth(stream.subscription),
  };
}

/** What the server is asked to change; nothing where only the person's own settings changed. */
function sharedCalls(id: StreamId, { values, changed }: Change): readonly Call[] {
  const { name = "", description = "", privacy = "", policy = "", retention = "" } = values;
  const request = {
    ...(changed.has("name") && { new_name: name.trim() }),
    ...(changed.has("description") && { description }),
    ...(changed.has("privacy") && privacyValues(privacy)),
    ...(changed.has("policy") && { stream_post_policy: Number(policy) }),
    ...(changed.has("removers") && removersValues(values)),
    ...(changed.has("retention") && { message_retention_days: retentionValue(retention) }),
  };
  return Object.keys(request).length === 0
    ? []
    : [call(updateStream, { stream_id: id, ...request })];
}

function ownWishes(streamId: StreamId, { values, changed }: Change): Saving["wishes"] {
  const keys = [...own.map(([key]) => key), "color"] as const;
  return keys
    .filter((key) => changed.has(key) && values[key] !== "inherited")
    .map((property) => {
      const text = values[property] ?? "";
      const value = property === "color" ? text.trim() : text === "true";
      return { kind: "subscription-property", streamId, property, value } as const;
    });
}

export const streamForm: Form = {
  now: (view, { id }) => {
    const stream = get(view.streams, id as StreamId);
    if (stream === undefined) return undefined;
    return {
      title: `Stream #${stream.name}`,
      fields: fieldsOf(view, stream),
      truth: truthOf(stream),
    };
  },
  save: (view, { id }, change) => ({
    wishes: ownWishes(id as StreamId, change) ?? [],
    calls: sharedCalls(id as StreamId, change),
    done: `Changed #${get(view.streams, id as StreamId)?.name ?? "unknown stream"}`,
  }),
};
