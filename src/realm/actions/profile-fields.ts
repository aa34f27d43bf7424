/** Which profile fields there are: made, changed, ordered and removed by administrators. */
import { z } from "zod";
import { Refusal } from "#realm/failures.ts";
import { valid } from "#realm/parameters.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import type { ProfileField } from "#realm/state/profile-fields.ts";
import { profileFieldsView } from "#realm/views/profile-field.ts";
import { since } from "#wire/levels.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { fieldNumbered } from "./profile-values.ts";
import { requireLength } from "./text.ts";

export type FieldRequest = {
  readonly name: string | undefined;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly inSummary: boolean | undefined;
  readonly isRequired: boolean | undefined;
};

/** Gives the new ID. LEVEL(151): there are no pronouns before it. */
export function createField(server: Server, type: number, request: FieldRequest): number {
  const newest = server.level < since.pronouns ? fieldTypes.account : fieldTypes.pronouns;
  if (type < 1 || type > newest) throw new Refusal("Invalid field type.");
  const id = server.state.newest.field + 1;
  const empty = { id, type, order: id, name: "", hint: "", data: "" };
  const before = { ...empty, inSummary: false, isRequired: false };
  const field = readField(server, before, { ...request, data: request.data ?? {} });
  save(server, [...server.state.profileFields, field]);
  return id;
}

const longestName = 40;
const longestHint = 80;
const mostInSummary = 2;

/** The field as somebody wants it; throws unless it may be so. */
function readField(server: Server, before: ProfileField, request: FieldRequest): ProfileField {
  const name = request.name?.trim() ?? before.name;
  const hint = request.hint ?? before.hint;
  if (name === "") throw new Refusal("Label cannot be blank.");
  requireLength("name", name, longestName);
  requireLength("hint", hint, longestHint);
  const others = server.state.profileFields.filter(({ id }) => id !== before.id);
  if (others.some((one) => one.name === name)) {
    throw new Refusal("A field with that label already exists.");
  }
  const inSummary = request.inSummary ?? before.inSummary;
  if (inSummary) requireRoom(before, others);
  return {
    ...before,
    name,
    hint,
    data: request.data === undefined ? before.data : readSetup(before.type, request.data),
    inSummary,
    isRequired: request.isRequired ?? before.isRequired,
  };
}

function requireRoom({ type }: ProfileField, others: readonly ProfileField[]): void {
  if (type === fieldTypes.longText || type === fieldTypes.people) {
    throw new Refusal("Field type not supported for display in profile summary.");
  }
  if (others.filter(({ inSummary }) => inSummary).length >= mostInSummary) {
    throw new Refusal(
      `Only ${mostInSummary} custom profile fields can be displayed in the profile summary.`,
    );
  }
}

const filled = z.string().trim().min(1);

/** What a field of some types is set up with. */
const setups: Readonly<Record<number, z.ZodType>> = {
  [fieldTypes.options]: z.record(filled, z.strictObject({ text: filled, order: filled })),
  [fieldTypes.account]: z.strictObject({ subtype: filled, url_pattern: z.string().optional() }),
};

/** As text, for the field to keep; empty where the type needs none. */
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

export function updateField(server: Server, id: number, request: FieldRequest): void {
  const next = readField(server, fieldNumbered(server, id), request);
  const fields = server.state.profileFields;
  save(
    server,
    fields.map((one) => (one.id === id ? next : one)),
  );
  if (next.type === fieldTypes.options) forgetOptions(server, next);
}

/** Whoever had chosen what is no choice any more has chosen nothing; nobody is told. */
function forgetOptions(server: Server, { id, data }: ProfileField): void {
  const left = JSON.parse(data);
  for (const person of server.state.people.byId.values()) {
    const { [id]: chosen, ...profile } = person.profile;
    if (chosen === undefined || Object.hasOwn(left, chosen)) continue;
    commit(server, { kind: "person changed", personId: person.id, facts: { profile } });
  }
}

export function deleteField(server: Server, id: number): void {
  fieldNumbered(server, id);
  const fields = server.state.profileFields;
  save(
    server,
    fields.filter((one) => one.id !== id),
  );
}

export function orderFields(server: Server, order: readonly number[]): void {
  const fields = server.state.profileFields;
  if (fields.some(({ id }) => !order.includes(id))) throw new Refusal("Invalid order mapping.");
  // Of a field that is named twice the last place counts.
  const placed = fields.map((field) => ({ ...field, order: order.lastIndexOf(field.id) }));
  save(
    server,
    placed.toSorted((a, b) => a.order - b.order),
  );
}

function save(server: Server, fields: readonly ProfileField[]): void {
  commit(server, { kind: "profile fields set", fields });
  announceToAll(server, "custom_profile_fields", { fields: profileFieldsView(server) });
}
