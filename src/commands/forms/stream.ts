/** The form of a stream: its shared settings, and the user's own ones. */
import { values as allOf, get } from "#base/table.ts";
import type { SubscriptionProperty } from "#journal/actions/subscription-property.ts";
import type { Problem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream, Subscription } from "#model/stream.ts";
import type { FormRef } from "#store/forms.ts";
import { updateStream } from "#wire/endpoints/streams.ts";
import { setSubscriptionProperties, subscriptionProperties } from "#wire/endpoints/topics.ts";
import type { StreamId } from "#wire/ids.ts";
import { field, type SavedField } from "./declared.ts";
import { endpointForm } from "./endpoint-form.ts";
import { serverWords } from "./parts.ts";
import { settingFields } from "./stream-fields.ts";

type OwnProperty = Exclude<keyof Subscription, "colour">;

/** The user's own settings by their names on the wire. */
const own: readonly (readonly [
  SubscriptionProperty["property"],
  OwnProperty | "colour",
  string,
])[] = [
  ["is_muted", "muted", "Mute"],
  ["pin_to_top", "pinned", "Pin"],
  ["desktop_notifications", "desktopNotifications", "Desktop"],
  ["audible_notifications", "audibleNotifications", "Sound"],
  ["push_notifications", "pushNotifications", "Mobile"],
  ["email_notifications", "emailNotifications", "Email"],
  ["wildcard_mentions_notify", "wildcardMentionsNotify", "@all notifies"],
  ["color", "colour", "Colour"],
];

const inherited = [
  { value: "inherited", title: "inherited from your settings" },
  { value: "true", title: "yes" },
  { value: "false", title: "no" },
];

const properties = { ...setSubscriptionProperties, parameters: subscriptionProperties };

function ownField(
  view: Replica,
  { id: streamId, subscription }: Stream,
  [property, name, label]: (typeof own)[number],
): SavedField {
  const isFlag = name === "muted" || name === "pinned";
  const isText = name === "colour";
  return field(view, properties, property, {
    label,
    is: subscription?.[name] ?? (isText ? "" : "inherited"),
    placeholder: "such as #76ce90",
    ...(!(isFlag || isText) && { kind: { type: "choice", options: inherited } }),
    locked: subscription === undefined ? "You are not subscribed." : undefined,
    problem: (value) =>
      value === "inherited" && (subscription?.[name] ?? null) !== null
        ? "Servers cannot restore the inherited setting."
        : undefined,
    sends: (text) => {
      const value = isText ? text.trim() : text === "true";
      return { actions: [{ kind: "subscription-property", streamId, property, value }] };
    },
  });
}

const saidWhen = serverWords(updateStream.errors);

/** `own`: its current name. */
export function nameTaken(view: Replica, own?: string) {
  return (name: string): Problem =>
    [...allOf(view.streams)].some(
      (stream) => stream.name !== own && stream.name.toLowerCase() === name.toLowerCase(),
    )
      ? saidWhen(view, "name taken")
      : undefined;
}

export function streamOf({ streams }: Replica, { id }: Pick<FormRef, "id">): Stream | undefined {
  return get(streams, id as StreamId);
}

export const streamForm = endpointForm({
  saves: updateStream,
  about: streamOf,
  title: ({ name }) => `Stream #${name}`,
  fields: (view, stream) => [
    field(view, updateStream, "new_name", {
      key: "name",
      label: "Name",
      is: stream.name,
      problem: nameTaken(view, stream.name),
    }),
    field(view, updateStream, "description", {
      label: "Description",
      is: stream.description,
      placeholder: "Markdown in one line",
    }),
    ...settingFields(view, updateStream, stream),
    ...own.map((row) => ownField(view, stream, row)),
  ],
  done: ({ name: before }, { name = before }) => `Changed #${name.trim()}`,
});
