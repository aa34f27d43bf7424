/** The forms for creating a stream, for its subscribers, and for archiving it. */
import { values as allOf, get } from "#base/table.ts";
import type { Question } from "#commands/menus/question.ts";
import type { Problem } from "#model/limits.ts";
import { administratorProblem, settingProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { isInGroup } from "#model/select/groups.ts";
import type { Stream } from "#model/stream.ts";
import { call } from "#store/forms.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { archiveStream, streamDescription, streamName } from "#wire/endpoints/streams.ts";
import { subscribe, unsubscribe } from "#wire/endpoints/subscriptions.ts";
import { notAllowed } from "#wire/error-rows.ts";
import type { GroupId, StreamId } from "#wire/ids.ts";
import { callProblem, endpointForm, field, type SavedField } from "./endpoint-form.ts";
import { peopleNamed, refusal, textProblem } from "./parts.ts";
import { nameTaken, settingFields, streamOf } from "./stream.ts";

function creationProblem(view: Replica): Problem {
  const first = settingProblem(view, "create_public_stream_policy");
  return first && settingProblem(view, "create_private_stream_policy");
}

/** The system group of administrators, who may remove subscribers by default. */
function administrators(view: Replica): GroupId | undefined {
  const all = [...allOf(view.groups)];
  return all.find(({ isSystem, name }) => isSystem && name.endsWith("role:administrators"))?.id;
}

type PeopleRow = Omit<Parameters<typeof field>[3], "value" | "kind">;

/** Names of users, and of groups for their members. */
function peopleField(
  view: Replica,
  to: Endpoint<string, Pick<typeof subscribe.parameters, "principals">>,
  row: PeopleRow,
): SavedField {
  const { placeholder = "names of people and groups, comma-separated" } = row;
  const kind = { type: "people", groups: true, placeholder } as const;
  return field(view, to, "principals", { ...row, value: "", kind });
}

export const newStreamForm = endpointForm({
  saves: subscribe,
  subject: (view) => ({
    name: "",
    description: "",
    isPrivate: false,
    isWebPublic: false,
    historyPublic: true,
    postPolicy: 1,
    removers: administrators(view),
    retentionDays: null,
  }),
  title: () => "New stream",
  locked: creationProblem,
  fields: (view, subject) => [
    // Both are parts of one parameter.
    field(view, subscribe, "subscriptions", {
      key: "name",
      label: "Name",
      value: "",
      problem: (name) => textProblem(view, streamName, name) ?? nameTaken(view)(name.trim()),
      toRequest: (name, { description = "" }) => ({
        request: { subscriptions: [{ name: name.trim(), description }] },
      }),
    }),
    field(view, subscribe, "subscriptions", {
      key: "description",
      label: "Description",
      value: "",
      placeholder: "Markdown in one line",
      problem: (text) => textProblem(view, streamDescription, text),
      toRequest: () => ({}),
    }),
    ...settingFields(view, subscribe, subject),
    peopleField(view, subscribe, {
      key: "people",
      label: "Add",
      toRequest: (text) => ({
        request: { principals: [...new Set([view.ownId, ...peopleNamed(view, text)])] },
      }),
    }),
    field(view, subscribe, "announce", { label: "Announce it", value: false }),
  ],
  submit: "Create the stream",
  done: (_, { name = "" }) => `Created #${name.trim()}`,
});

export const streamPeopleForm = endpointForm({
  saves: subscribe,
  subject: streamOf,
  title: ({ name }) => `People in #${name}`,
  explanation: ({ subscribers }) => {
    const count = subscribers?.length;
    if (count === undefined) return [];
    return [count === 1 ? "1 person is in it." : `${count} people are in it.`];
  },
  fields: (view, stream) => {
    const { name } = stream;
    const principals = (text: string) => [...peopleNamed(view, text)];
    return [
      peopleField(view, subscribe, {
        key: "add",
        label: "Add",
        toRequest: (text) => ({
          request: { subscriptions: [{ name }], principals: principals(text) },
        }),
      }),
      peopleField(view, unsubscribe, {
        key: "remove",
        label: "Remove",
        placeholder: "names of people, comma-separated",
        problem: (text) => absentProblem(view, stream, text) ?? removalProblem(view, stream, text),
        toRequest: (text) => ({ request: { subscriptions: [name], principals: principals(text) } }),
      }),
    ];
  },
  done: ({ name }) => `Changed who is in #${name}`,
});

/** Known once the subscribers are. */
function absentProblem(view: Replica, { subscribers }: Stream, text: string): Problem {
  if (subscribers === undefined) return undefined;
  const absent = peopleNamed(view, text).find((person) => !subscribers.includes(person));
  if (absent === undefined) return undefined;
  return `${get(view.people, absent)?.name ?? "Somebody"} is not in this stream.`;
}

/**
 * Administrators may remove anybody; others themselves, their bots, and anybody if they are in the stream's group for
 * that.
 */
function removalProblem(view: Replica, { removers }: Stream, text: string): Problem {
  const isRemover = removers === undefined || isInGroup(view, removers, view.ownId);
  if (isRemover || administratorProblem(view) === undefined) return undefined;
  const other = peopleNamed(view, text).find(
    (id) => id !== view.ownId && get(view.people, id)?.botOwnerId !== view.ownId,
  );
  return other === undefined ? undefined : refusal(view, notAllowed.text);
}

export function archiveQuestion(
  view: Replica,
  { streamId }: { readonly streamId: StreamId },
): Question | undefined {
  const stream = get(view.streams, streamId);
  return (
    stream && {
      title: `Archive #${stream.name}?`,
      lines: [
        "It disappears for everybody, and nobody can post to it any more.",
        "This cannot be undone here.",
      ],
      keep: "Keep the stream",
      confirm: "Archive the stream",
      key: "a",
      danger: true,
      locked: callProblem(view, archiveStream),
      calls: [call(archiveStream, { stream_id: streamId })],
      done: `Archived #${stream.name}`,
    }
  );
}
