/** Which profile fields there are. */
import { Refusal } from "#realm/failures.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { ProfileField } from "#realm/state/profile-fields.ts";
import { profileFieldsView } from "#realm/views/profile-field.ts";
import { since } from "#wire/levels.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { requireAdministrator } from "./access.ts";
import { fieldNumbered } from "./profile-values.ts";

export type FieldWish = {
  readonly name: string | undefined;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly inSummary: boolean | undefined;
  readonly isRequired: boolean | undefined;
};

/** Gives the new ID. */
export function createField(server: Server, person: Person, type: number, wish: FieldWish): number {
  requireAdministrator(person);
  requireType(server.level, type);
  const id = server.state.newest.field + 1;
  const empty = { id, type, name: "", hint: "", data: "", isRequired: false, inSummary: false };
  const field = readField(server, empty, wish);
  save(server, [...server.state.profileFields, field]);
  return id;
}

/** LEVEL(151): there are no pronouns before it. */
function requireType(level: number, type: number): void {
  const newest = level < since.pronouns ? fieldTypes.account : fieldTypes.pronouns;
  if (type < 1 || type > newest) throw new Refusal("Invalid field type.");
}

const longestName = 40;
const longestHint = 80;
const mostInSummary = 2;

function readField(server: Server, before: ProfileField, wish: FieldWish): ProfileField {
  const name = wish.name?.trim() ?? before.name;
  const hint = wish.hint?.trim() ?? before.hint;
  if (name === "") throw new Refusal("Label cannot be blank.");
  requireLength("name", name, longestName);
  requireLength("hint", hint, longestHint);
  const inSummary = wish.inSummary ?? before.inSummary;
  const field: ProfileField = {
    ...before,
    name,
    hint,
    data: readData(before, wish.data),
    inSummary,
    isRequired: wish.isRequired ?? before.isRequired,
  };
  requireRoom(server, field);
  return field;
}

function requireLength(what: string, text: string, limit: number): void {
  if ([...text].length <= limit) return;
  throw new Refusal(`${what} is too long (limit: ${limit} characters)`);
}

function readData({ type, data }: ProfileField, wanted: FieldWish["data"]): string {
  if (type !== fieldTypes.options && type !== fieldTypes.account) return "";
  if (wanted === undefined && data !== "") return data;
  if (type === fieldTypes.options && Object.keys(wanted ?? {}).length === 0) {
    throw new Refusal("Field must have at least one choice.");
  }
  return JSON.stringify(wanted ?? {});
}

/** Names are there once, and only two short fields stand on a person's card. */
function requireRoom({ state }: Server, field: ProfileField): void {
  const others = state.profileFields.filter(({ id }) => id !== field.id);
  if (others.some(({ name }) => name === field.name)) {
    throw new Refusal("A field with that label already exists.");
  }
  if (!field.inSummary) return;
  if (field.type === fieldTypes.longText || field.type === fieldTypes.people) {
    throw new Refusal("Field type not supported for display in profile summary.");
  }
  if (others.filter(({ inSummary }) => inSummary).length >= mostInSummary) {
    throw new Refusal(
      `Only ${mostInSummary} custom profile fields can be displayed in the profile summary.`,
    );
  }
}

export function updateField(server: Server, person: Person, id: number, wish: FieldWish): void {
  requireAdministrator(person);
  const next = readField(server, fieldNumbered(server, id), wish);
  save(
    server,
    server.state.profileFields.map((one) => (one.id === id ? next : one)),
  );
}

export function deleteField(server: Server, person: Person, id: number): void {
  requireAdministrator(person);
  fieldNumbered(server, id);
  save(
    server,
    server.state.profileFields.filter((one) => one.id !== id),
  );
}

export function orderFields(server: Server, person: Person, order: readonly number[]): void {
  requireAdministrator(person);
  const fields = server.state.profileFields;
  const wanted = order.flatMap((id) => fields.find((one) => one.id === id) ?? []);
  const isWhole = wanted.length === order.length && new Set(wanted).size === fields.length;
  if (!isWhole) throw new Refusal("Invalid order mapping.");
  save(server, wanted);
}

function save(server: Server, fields: readonly ProfileField[]): void {
  commit(server, { kind: "profile fields set", fields });
  announce(
    server,
    "custom_profile_fields",
    () => true,
    () => ({ fields: profileFieldsView(server) }),
  );
}
