/** Every form, and how it refuses: by role, by level, by a limit, and by what somebody else changed meanwhile. */
import { expect, test } from "vitest";
import { drop, get, newBatch, put } from "#base/table.ts";
import { changeOf, isConflict, problemOf } from "#commands/forms/form.ts";
import { formNow } from "#commands/forms/table.ts";
import { topicKey } from "#model/conversation.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import type { FormName, FormRef, FormValues } from "#store/forms.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { roles } from "#wire/user.ts";
import { startAtTheKeys } from "../support/at-the-keys.ts";
import { people, streams } from "../support/small-blueprint.ts";

type View = (view: Replica) => Replica;

/** What is typed, what is so, and the sentence that stands at the field, or above them all where no field is named. */
type Refusal = {
  readonly typed?: FormValues;
  readonly as?: View;
  readonly level?: number;
  readonly field?: string;
  readonly says: RegExp;
};

/** What somebody else does while the form is open; without a sentence, what the form is about is gone. */
type Meanwhile = {
  readonly typed?: FormValues;
  readonly does: View;
  readonly field?: string;
  readonly says?: RegExp;
};

/** A word in place of a refusal says why there is none. */
type Row = {
  readonly ref: FormRef;
  readonly role: Refusal | string;
  readonly level: Refusal | string;
  readonly limit: Refusal | string;
  readonly conflict: Meanwhile | string;
};

const long = "x".repeat(3000);
const batch = () => newBatch("test");
const dev = streams.dev as StreamId;
const crew = 1 as GroupId;
const [bo, cleo] = [people.bo, people.cleo] as UserId[] as [UserId, UserId];
const field = { id: 9, type: fieldTypes.shortText, name: "Boat", hint: "", field_data: "{}" };

const withRole =
  (role: number): View =>
  (view) =>
    withPerson(cleo, { role: role as Person["role"] })(view);

function withPerson(id: UserId, change: Partial<Person>): View {
  return (view) => {
    const before = get(view.people, id);
    if (before === undefined) throw new RangeError(`No person ${id}.`);
    return { ...view, people: put(view.people, id, { ...before, ...change }, batch()) };
  };
}

function withStream(change: Partial<Stream>): View {
  return (view) => {
    const before = get(view.streams, dev);
    if (before === undefined) throw new RangeError("No stream.");
    return { ...view, streams: put(view.streams, dev, { ...before, ...change }, batch()) };
  };
}

const atLevel =
  (featureLevel: number): View =>
  (view) => ({ ...view, realm: { ...view.realm, featureLevel } });

const withRule =
  (name: string, value: unknown): View =>
  (view) => ({
    ...view,
    organization: {
      ...view.organization,
      settings: { ...view.organization.settings, [name]: value },
    },
  });

const withFields =
  (...profileFields: readonly object[]): View =>
  (view) => ({
    ...view,
    organization: {
      ...view.organization,
      profileFields: profileFields as unknown as Replica["organization"]["profileFields"],
    },
  });

const withCrewNamed =
  (name: string): View =>
  (view) => {
    const group = get(view.groups, crew);
    if (group === undefined) throw new RangeError("No group.");
    return { ...view, groups: put(view.groups, crew, { ...group, name }, batch()) };
  };

const withoutStream: View = (view) => ({ ...view, streams: drop(view.streams, dev, batch()) });
const withoutGroup: View = (view) => ({ ...view, groups: drop(view.groups, crew, batch()) });
const member = withRole(roles.member);
const administratorsOnly = /^Must be an organization administrator$/;
const tooOld = /^This server is too old for it \(from level \d+ on\)\.$/;
const gone = "what it is about does not change";

const everybodyReads = {
  role: "everybody reads what is theirs",
  level: "everything is read at every level",
  limit: "nothing is typed",
};

const rows: Record<FormName, Row> = {
  stream: {
    ref: { name: "stream", id: dev },
    role: { as: member, field: "name", says: administratorsOnly },
    level: { level: 140, field: "removers", says: tooOld },
    limit: { typed: { name: long }, field: "name", says: /^Channel name too long \(limit: 60/ },
    conflict: {
      typed: { description: "mine" },
      does: withStream({ description: "theirs" }),
      field: "description",
    },
  },
  "new-stream": {
    ref: { name: "new-stream", id: 0 },
    role: {
      as: (view) =>
        withRule(
          "create_private_stream_policy",
          2,
        )(withRule("create_public_stream_policy", 2)(member(view))),
      says: /^Insufficient permission$/,
    },
    level: { level: 97, typed: { privacy: "web-public" }, field: "privacy", says: tooOld },
    limit: { typed: { description: long }, field: "description", says: /too long \(limit: 1024/ },
    conflict: {
      typed: { name: "Fresh" },
      does: withStream({ name: "fresh" }),
      field: "name",
      says: /already/,
    },
  },
  "stream-people": {
    ref: { name: "stream-people", id: dev },
    role: {
      // The group that may remove people counts, and she is not in it.
      as: (view) => ({ ...view, ownId: people.ana as UserId }),
      typed: { remove: "Bo Lindt" },
      field: "remove",
      says: /^Insufficient/,
    },
    level: "people are added and removed at every level",
    limit: { typed: { add: "Nobody" }, field: "add", says: /^No such user: Nobody$/ },
    conflict: {
      typed: { remove: "Bo Lindt" },
      does: withStream({ subscribers: [] }),
      field: "remove",
      says: /^Bo Lindt is not in this stream\.$/,
    },
  },
  "archive-stream": {
    ref: { name: "archive-stream", id: dev },
    role: { as: member, says: administratorsOnly },
    level: "streams are archived at every level",
    limit: "nothing is typed",
    conflict: { does: withoutStream },
  },
  "delete-topic": {
    ref: { name: "delete-topic", id: dev, topic: "deploy" },
    role: { as: member, says: administratorsOnly },
    level: "topics are deleted at every level",
    limit: "nothing is typed",
    conflict: {
      does: (view) => {
        const topics = new Map(view.topics.get(dev));
        topics.delete(topicKey(dev, "deploy"));
        return { ...view, topics: new Map(view.topics).set(dev, topics) };
      },
      says: /^No messages of it are known\.$/,
    },
  },
  person: {
    ref: { name: "person", id: bo },
    role: { typed: { role: "100" }, field: "role", says: /^Must be an organization owner$/ },
    level: "names, roles and values are changed at every level",
    limit: { typed: { name: long }, field: "name", says: /^Name too long!$/ },
    conflict: {
      typed: { name: "Bo L" },
      does: withPerson(bo, { name: "Bo Lund" }),
      field: "name",
    },
  },
  deactivate: {
    ref: { name: "deactivate", id: bo },
    role: { as: member, says: administratorsOnly },
    level: { level: 134, field: "mail", says: tooOld },
    limit: {
      typed: { mail: "comment", comment: long },
      field: "comment",
      says: /too long \(limit: 2000/,
    },
    conflict: { does: withPerson(bo, { isActive: false }) },
  },
  reactivate: {
    ref: { name: "reactivate", id: people.eva },
    role: { as: member, says: administratorsOnly },
    level: "people come back at every level",
    limit: "nothing is typed",
    conflict: { does: withPerson(people.eva as UserId, { isActive: true }) },
  },
  settings: {
    ref: { name: "settings", id: 0 },
    role: {
      as: (view) => withRule("name_changes_disabled", true)(member(view)),
      field: "name",
      says: /^Name changes are disabled/,
    },
    level: {
      as: (view) => ({
        ...view,
        settings: { ...view.settings, web_mark_read_on_scroll_policy: undefined } as never,
      }),
      level: 174,
      field: "web_mark_read_on_scroll_policy",
      says: tooOld,
    },
    limit: { typed: { timezone: "Mars" }, field: "timezone", says: /not a recognized time zone$/ },
    conflict: {
      typed: { alerts: "oar" },
      does: (view) => ({ ...view, alertWords: ["kettle"] }),
      field: "alerts",
    },
  },
  accounts: {
    ref: { name: "accounts", id: 0, account: { name: "a", all: [], keyPlace: "" } },
    role: { field: "account", says: /has no other account: weir login adds one\.$/ },
    level: "no server is asked",
    limit: "one of a list is chosen",
    conflict: gone,
  },
  "own-key": {
    ref: {
      name: "own-key",
      id: 0,
      account: { name: undefined, all: [], keyPlace: "in WEIR_API_KEY", keyProblem: "It is set." },
    },
    role: { says: /^It is set\.$/ },
    level: "keys are made anew at every level",
    limit: "nothing is typed",
    conflict: gone,
  },
  group: {
    ref: { name: "group", id: crew },
    role: {
      as: (view) => withRule("user_group_edit_policy", 2)(member(view)),
      field: "name",
      says: /^Insufficient permission$/,
    },
    level: { level: 126, field: "subgroups", says: tooOld },
    limit: { typed: { name: long }, field: "name", says: /cannot exceed 100 characters\.$/ },
    conflict: {
      typed: { name: "rowers" },
      does: withCrewNamed("sailors"),
      field: "name",
    },
  },
  "new-group": {
    ref: { name: "new-group", id: 0 },
    role: { as: withRole(roles.guest), says: /^Not allowed for guest users$/ },
    level: "groups are made at every level",
    limit: { typed: { name: long }, field: "name", says: /cannot exceed 100 characters\.$/ },
    conflict: {
      typed: { name: "rowers" },
      does: withCrewNamed("rowers"),
      field: "name",
      says: /^User group 'rowers' already exists\.$/,
    },
  },
  "delete-group": {
    ref: { name: "delete-group", id: crew },
    role: { as: withRole(roles.guest), says: /^Not allowed for guest users$/ },
    level: "groups are deleted at every level",
    limit: "nothing is typed",
    conflict: { does: withoutGroup },
  },
  field: {
    ref: { name: "field", id: field.id },
    role: {
      as: (view) => member(withFields(field)(view)),
      field: "name",
      says: administratorsOnly,
    },
    level: { as: withFields(field), level: 243, field: "required", says: tooOld },
    limit: {
      as: withFields(field),
      typed: { hint: long },
      field: "hint",
      says: /^hint is too long \(limit: 80 characters\)$/,
    },
    conflict: {
      typed: { name: "Ship" },
      does: withFields({ ...field, name: "Raft" }),
      field: "name",
    },
  },
  "new-field": {
    ref: { name: "new-field", id: 0 },
    role: { as: member, says: administratorsOnly },
    level: { level: 145, field: "summary", says: tooOld },
    limit: { typed: { name: long }, field: "name", says: /^name is too long \(limit: 40/ },
    conflict: {
      typed: { name: "Raft" },
      does: withFields({ ...field, name: "Raft" }),
      field: "name",
      says: /^A field with that label already exists\.$/,
    },
  },
  "read-topic": {
    ref: { name: "read-topic", id: dev, topic: "deploy" },
    ...everybodyReads,
    conflict: gone,
  },
  "read-stream": {
    ref: { name: "read-stream", id: dev },
    ...everybodyReads,
    conflict: { does: withoutStream },
  },
  "read-everything": {
    ref: { name: "read-everything", id: 0 },
    ...everybodyReads,
    conflict: gone,
  },
  "delete-field": {
    ref: { name: "delete-field", id: field.id },
    role: { as: (view) => member(withFields(field)(view)), says: administratorsOnly },
    level: "fields are deleted at every level",
    limit: "nothing is typed",
    conflict: { does: withFields() },
  },
};

/** Cleo's, an administrator's. */
async function viewOf(): Promise<Replica> {
  const { store, press, settles } = await startAtTheKeys("cleo");
  press("g", "b");
  await settles();
  return withFields(field)(store.getState().view);
}
const view = viewOf();

function told(now: ReturnType<typeof formNow>, typed: FormValues, key: string | undefined) {
  if (now === undefined) return undefined;
  if (key === undefined) return now.locked;
  const found = now.fields.find((one) => one.key === key);
  if (found === undefined) throw new RangeError(`No field ${key}.`);
  return found.locked ?? now.locked ?? problemOf(found, changeOf(now, { typed }));
}

const refusals = Object.entries(rows).flatMap(([name, row]) =>
  (["role", "level", "limit"] as const).flatMap((by) => {
    const refusal = row[by];
    return typeof refusal === "string" ? [] : [{ name, by, ref: row.ref, ...refusal }];
  }),
);

test.each(refusals)(
  "the form $name tells what $by refuses before anything is sent",
  async (row) => {
    const { ref, as, level, typed = {}, field: key, says } = row;
    const whole = await view;
    // Without the reason, nothing is told: the row can fail.
    if (row.name !== "accounts" && row.name !== "own-key" && (as ?? level) !== undefined)
      expect(told(formNow(whole, ref), {}, key)).toBeUndefined();
    const seen = (as ?? ((same: Replica) => same))(whole);
    const at = level === undefined ? seen : atLevel(level)(seen);
    expect(told(formNow(at, ref), typed, key)).toMatch(says);
  },
);

const conflicts = Object.entries(rows).flatMap(([name, { ref, conflict }]) =>
  typeof conflict === "string" ? [] : [{ name, ref, ...conflict }],
);

test.each(conflicts)(
  "the form $name tells of what somebody else did while it is open",
  async (row) => {
    const { ref, typed = {}, does, field: key, says } = row;
    const whole = await view;
    const before = formNow(whole, ref);
    if (before === undefined) throw new RangeError("The form is about nothing.");
    const after = formNow(does(whole), ref);
    if (says !== undefined) {
      expect(told(before, typed, key)).toBeUndefined();
      expect(told(after, typed, key)).toMatch(says);
    } else if (key !== undefined && after !== undefined)
      expect(isConflict(after, { typed, base: before.truth }, { key })).toBe(true);
    else expect(after).toBeUndefined();
  },
);
