/** Custom profile fields and their values. */
import * as z from "zod";
import { announcePerson, personAmong } from "#realm/actions/access.ts";
import { Refusal, refusalOf } from "#realm/failures.ts";
import { accepted, valid } from "#realm/parameters.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import { isAdministrator, type Person, type ProfileField } from "#realm/state/people.ts";
import { profileFieldsView } from "#realm/views/person.ts";
import { isChoice } from "#wire/checks.ts";
import * as wire from "#wire/endpoints/profile-fields.ts";
import { noSuchOption, profileValue } from "#wire/endpoints/profile-fields.ts";
import { limits } from "#wire/limits.ts";
import { fieldTypes } from "#wire/profile-field.ts";

export const routes = [
  route(wire.createProfileField, ({ server, values }) => {
    const declared = wire.createProfileField.parameters.field_type;
    const { field_type: type, field_data = {} } = values;
    if (!isChoice(declared, type, server.level)) throw new Refusal("Invalid field type.");
    const id = server.state.newest.field + 1;
    const empty = { id, type, order: id, name: "", hint: "", data: "" };
    const before = { ...empty, inSummary: false, isRequired: false };
    const field = readField(server, before, { ...values, field_data });
    save(server, [...server.state.profileFields, field]);
    return { id };
  }),
  route(wire.getProfileFields, ({ server }) => ({ custom_fields: profileFieldsView(server) })),
  action(wire.orderProfileFields, ({ server, values }) => {
    const fields = server.state.profileFields;
    if (fields.some(({ id }) => !values.order.includes(id))) {
      throw new Refusal("Invalid order mapping.");
    }
    // If a field occurs twice, the last position counts.
    const placed = fields.map((field) => ({ ...field, order: values.order.lastIndexOf(field.id) }));
    const sorted = placed.toSorted((a, b) => a.order - b.order);
    save(server, sorted);
  }),
  action(wire.updateProfileField, ({ server, id, values }) => {
    const next = readField(server, fieldNumbered(server, id), values);
    const fields = server.state.profileFields.map((one) => (one.id === id ? next : one));
    save(server, fields);
    if (next.type === fieldTypes.options) forgetOptions(server, next);
  }),
  action(wire.deleteProfileField, ({ server, id }) => {
    const field = fieldNumbered(server, id);
    const fields = server.state.profileFields.filter((one) => one !== field);
    save(server, fields);
  }),
  action(wire.updateOwnProfile, ({ server, person, values }) =>
    setProfile(server, person.id, readOwn(server, person, values.data)),
  ),
  action(wire.clearOwnProfile, ({ server, person, values }) => {
    const cleared = values.data.map((id) => ({ id, value: null }));
    setProfile(server, person.id, readOwn(server, person, cleared));
  }),
];

type Updating = RouteRequest<typeof wire.updateProfileField.parameters>;
type FieldUpdate = Updating["values"];

/** The requested field; throws if it is invalid. */
function readField(server: Server, before: ProfileField, request: FieldUpdate): ProfileField {
  const { parameters } = wire.updateProfileField;
  const name = accepted(parameters.name, request.name ?? before.name);
  const hint = accepted(parameters.hint, request.hint ?? before.hint);
  const others = server.state.profileFields.filter(({ id }) => id !== before.id);
  if (others.some((one) => one.name === name)) {
    throw new Refusal("A field with that label already exists.");
  }
  const inSummary = request.display_in_profile_summary ?? before.inSummary;
  if (inSummary) requireRoom(before, others);
  return {
    ...before,
    name,
    hint,
    data: request.field_data ? readSetup(before.type, request.field_data) : before.data,
    inSummary,
    isRequired: request.required ?? before.isRequired,
    isManaged: !(request.editable_by_user ?? !before.isManaged),
  };
}

function requireRoom({ type }: ProfileField, others: readonly ProfileField[]): void {
  if (type === fieldTypes.longText || type === fieldTypes.people) {
    throw new Refusal("Field type not supported for display in profile summary.");
  }
  if (others.filter(({ inSummary }) => inSummary).length >= limits.profileFieldsInSummary) {
    throw refusalOf(wire.summaryFull, { limit: limits.profileFieldsInSummary });
  }
}

const filled = z.string().trim().min(1);

/** The schemas of the configuration, for types that have one. */
const setups: Readonly<Record<number, z.ZodType>> = {
  [fieldTypes.options]: z.record(filled, z.strictObject({ text: filled, order: filled })),
  [fieldTypes.account]: z.strictObject({ subtype: filled, url_pattern: z.string().optional() }),
};

/** The configuration as it is stored; empty if the type needs none. */
function readSetup(type: number, data: Readonly<Record<string, unknown>>): string {
  const schema = setups[type];
  if (schema === undefined) return "";
  valid("field_data", schema, data);
  if (type === fieldTypes.options) requireDifferent(data);
  return JSON.stringify(data);
}

function requireDifferent(options: Readonly<Record<string, unknown>>): void {
  const texts = Object.values(options).map((option) => (option as { readonly text: string }).text);
  if (texts.length === 0) throw new Refusal("Field must have at least one choice.");
  if (new Set(texts).size < texts.length) {
    throw new Refusal("Field must not have duplicate choices.");
  }
}

/** Clears values that are no longer an option, without an event. */
function forgetOptions(server: Server, { id, data }: ProfileField): void {
  const left = JSON.parse(data);
  for (const person of server.state.people.byId.values()) {
    const { [id]: chosen, ...profile } = person.profile;
    if (chosen === undefined || Object.hasOwn(left, chosen)) continue;
    commit(server, { kind: "person changed", personId: person.id, facts: { profile } });
  }
}

function save(server: Server, fields: readonly ProfileField[]): void {
  commit(server, { kind: "profile fields set", fields });
  announceToAll(server, "custom_profile_fields", { fields: profileFieldsView(server) });
}

// Parses values of custom profile fields.

type FieldValue = {
  readonly id: number;
  readonly value: string | readonly number[] | null;
};

type Read = {
  readonly field: ProfileField;
  /** Undefined clears it. */
  readonly text: string | undefined;
};

function fieldNumbered({ state }: Server, id: number): ProfileField {
  const field = state.profileFields.find((one) => one.id === id);
  if (field === undefined) throw new Refusal(`Field id ${id} not found.`);
  return field;
}

/** An empty value clears a field. Throws if another value is invalid. */
export function readProfile(server: Server, values: readonly FieldValue[]): readonly Read[] {
  return values.map(({ id, value }) => {
    const field = fieldNumbered(server, id);
    const isEmpty = value === null || value.length === 0;
    return { field, text: isEmpty ? undefined : readValue(server, field, value) };
  });
}

/** Administrators may change all of their own. */
function readOwn(server: Server, person: Person, values: readonly FieldValue[]) {
  const read = readProfile(server, values);
  if (!isAdministrator(person) && read.some(({ field }) => field.isManaged === true))
    throw refusalOf(wire.managedField);
  return read;
}

function readValue(server: Server, field: ProfileField, value: string | readonly number[]): string {
  if (field.type === fieldTypes.people) {
    if (typeof value === "string") throw new Refusal("User IDs is not a list");
    for (const id of value) personAmong(server, id, { bots: false, gone: false });
    return JSON.stringify(value);
  }
  if (typeof value !== "string") throw new Refusal(`${field.name} is not a string`);
  if (field.type === fieldTypes.options && !Object.hasOwn(JSON.parse(field.data), value))
    throw refusalOf(noSuchOption, { value, name: field.name });
  return accepted(profileValue(field), value);
}

/** Whether values of that type are Markdown. */
function isMarkdown(type: number): boolean {
  return type === fieldTypes.shortText || type === fieldTypes.longText;
}

export function setProfile(server: Server, userId: number, values: readonly Read[]): void {
  for (const { field, text } of values) {
    const { [field.id]: before, ...others } = server.state.people.byId.get(userId)?.profile ?? {};
    if (before === text) continue;
    const profile = text === undefined ? others : { ...others, [field.id]: text };
    commit(server, { kind: "person changed", personId: userId, facts: { profile } });
    const isDrawn = text !== undefined && isMarkdown(field.type);
    const rendered = isDrawn ? { rendered_value: server.render(text).html } : {};
    const custom_profile_field = { id: field.id, value: text ?? null, ...rendered };
    announcePerson(server, { user_id: userId, custom_profile_field });
  }
}
