/** The forms of a stream that does not exist yet, of the people in one, and of archiving one. */
import { values as allOf, get } from "#base/table.ts";
import type { Problem } from "#model/limits.ts";
import { administratorProblem, settingProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { isInGroup } from "#model/select/groups.ts";
import type { Stream } from "#model/stream.ts";
import { call } from "#store/forms.ts";
import { archiveStream } from "#wire/endpoints/streams.ts";
import { subscribe, unsubscribe } from "#wire/endpoints/subscriptions.ts";
import { notAllowed } from "#wire/error-rows.ts";
import type { GroupId, StreamId } from "#wire/ids.ts";
import type { Field, Form } from "./form.ts";
import { flag, peopleNamed, refusal, unknownName } from "./parts.ts";
import {
  privacyValues,
  removersValues,
  retentionField,
  retentionValue,
  sharedFields,
} from "./stream-fields.ts";

function peopleField(view: Replica, key: string, label: string, placeholder: string): Field {
  return {
    key,
    label,
    kind: { type: "people", groups: true, placeholder },
    problem: (text) => unknownName(view, text),
  };
}

function creationProblem(view: Replica): Problem {
  const first = settingProblem(view, "create_public_stream_policy");
  return first === undefined
    ? undefined
    : (settingProblem(view, "create_private_stream_policy") ?? undefined);
}

/** The system's group of administrators, who remove people unless something else is set. */
function administrators(view: Replica): GroupId | undefined {
  const all = [...allOf(view.groups)];
  return all.find(({ isSystem, name }) => isSystem && name.endsWith("role:administrators"))?.id;
}

export const newStreamForm: Form = {
  now: (view) => ({
    title: "New stream",
    locked: creationProblem(view),
    fields: [
      ...sharedFields(view, "", administrators(view)),
      retentionField(view),
      peopleField(view, "people", "Add", "names of people and groups, with commas"),
      flag("announce", "Announce it"),
    ],
    truth: {
      name: "",
      description: "",
      privacy: "public",
      policy: "1",
      removers: String(administrators(view) ?? ""),
      retention: "default",
      people: "",
      announce: "false",
    },
    submit: "Create the stream",
  }),
  save: (view, _, { values, changed }) => {
    const { name = "", description = "", privacy = "", policy = "1", retention = "" } = values;
    const wanted = name.trim();
    const others = peopleNamed(view, values["people"] ?? "");
    const { is_private: invite_only, ...history } = privacyValues(privacy);
    const create = call(subscribe, {
      subscriptions: [{ name: wanted, description }],
      principals: [...new Set([view.ownId, ...others])],
      invite_only,
      ...history,
      stream_post_policy: Number(policy),
      ...(values["announce"] === "true" && { announce: true }),
      ...(changed.has("removers") && removersValues(values)),
      ...(changed.has("retention") && { message_retention_days: retentionValue(retention) }),
    });
    return { calls: [create], done: `Created #${wanted}` };
  },
};

export const streamPeopleForm: Form = {
  now: (view, { id }) => {
    const stream = get(view.streams, id as StreamId);
    if (stream === undefined) return undefined;
    const count = stream.subscribers?.length;
    return {
      title: `People in #${stream.name}`,
      told:
        count === undefined
          ? []
          : [count === 1 ? "1 person is in it." : `${count} people are in it.`],
      fields: [
        peopleField(view, "add", "Add", "names of people and groups, with commas"),
        {
          ...peopleField(view, "remove", "Remove", "names of people, with commas"),
          problem: (text) =>
            unknownName(view, text) ??
            absentProblem(view, stream.id, text) ??
            removalProblem(view, stream, text),
        },
      ],
      truth: { add: "", remove: "" },
    };
  },
  save: (view, { id }, { values, changed }) => {
    const name = get(view.streams, id as StreamId)?.name ?? "";
    const principalsOf = (key: string) => [...peopleNamed(view, values[key] ?? "")];
    return {
      calls: [
        ...(changed.has("add")
          ? [call(subscribe, { subscriptions: [{ name }], principals: principalsOf("add") }, "add")]
          : []),
        ...(changed.has("remove")
          ? [
              call(
                unsubscribe,
                { subscriptions: [name], principals: principalsOf("remove") },
                "remove",
              ),
            ]
          : []),
      ],
      done: `Changed who is in #${name}`,
    };
  },
};

/** Known where it is known who is in it. */
function absentProblem(view: Replica, id: StreamId, text: string): Problem {
  const { subscribers } = get(view.streams, id) ?? {};
  if (subscribers === undefined) return undefined;
  const absent = peopleNamed(view, text).find((person) => !subscribers.includes(person));
  if (absent === undefined) return undefined;
  return `${get(view.people, absent)?.name ?? "Somebody"} is not in this stream.`;
}

/** Administrators remove anybody; others themselves, their bots, and whom the stream's own group may remove. */
function removalProblem(view: Replica, { removers }: Stream, text: string): Problem {
  const isRemover = removers === undefined || isInGroup(view, removers, view.ownId);
  if (isRemover || administratorProblem(view) === undefined) return undefined;
  const other = peopleNamed(view, text).find(
    (id) => id !== view.ownId && get(view.people, id)?.botOwnerId !== view.ownId,
  );
  return other === undefined ? undefined : refusal(view, notAllowed.text);
}

export const archiveStreamForm: Form = {
  now: (view, { id }) => {
    const stream = get(view.streams, id as StreamId);
    if (stream === undefined) return undefined;
    return {
      title: `Archive #${stream.name}?`,
      told: [
        "It disappears for everybody, and nobody can write there any more.",
        "This cannot be undone here.",
      ],
      locked: administratorProblem(view),
      fields: [],
      truth: {},
      submit: "Archive the stream",
      keep: "Keep the stream",
    };
  },
  save: (view, { id }) => ({
    calls: [call(archiveStream, { stream_id: id })],
    done: `Archived #${get(view.streams, id as StreamId)?.name ?? ""}`,
  }),
};
