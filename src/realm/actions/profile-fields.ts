/** Which profile fields there are: made, changed, ordered and removed by administrators. */
import { Refusal } from "#realm/failures.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import type { ProfileField } from "#realm/state/profile-fields.ts";
import { profileFieldsView } from "#realm/views/profile-field.ts";
import { since } from "#wire/levels.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { type FieldSetup, optionsOf, readSetup, usualAccount } from "./field-setup.ts";
import { fieldNumbered } from "./profile-values.ts";

export type FieldWish = {
  readonly name: string | undefined;
  readonly hint: string | undefined;
  readonly data: FieldSetup | undefined;
  readonly inSummary: boolean | undefined;
  readonly isRequired: boolean | undefined;
};

/** Gives the new ID. */
export function createField(server: Server, type: number, wish: FieldWish): number {
  const id = server.state.newest.field + 1;
  const place = { order: id, isRequired: false, inSummary: false };
  const empty = { id, type, name: "", hint: "", data: "", ...place };
  const data = readSetup(type, wish.data ?? {});
  const usual = usualAccount(data);
  const field =
    usual === undefined
      ? readField(empty, wish, data)
      : { ...empty, ...usual, data, ...readPlace(empty, wish) };
  requireType(server.level, type);
  requireShowable(field);
  requireRoom(server, field);
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

function readField(before: ProfileField, wish: FieldWish, data: string): ProfileField {
  const name = wish.name?.trim() ?? before.name;
  const hint = wish.hint ?? before.hint;
  if (name === "") throw new Refusal("Label cannot be blank.");
  requireLength("hint", hint, longestHint);
  requireLength("name", name, longestName);
  return { ...before, name, hint, data, ...readPlace(before, wish) };
}

function readPlace(before: ProfileField, { inSummary, isRequired }: FieldWish) {
  return {
    inSummary: inSummary ?? before.inSummary,
    isRequired: isRequired ?? before.isRequired,
  };
}

function requireLength(what: string, text: string, limit: number): void {
  if ([...text].length <= limit) return;
  throw new Refusal(`${what} is too long (limit: ${limit} characters)`);
}

function requireShowable({ type, inSummary }: ProfileField): void {
  if (inSummary && (type === fieldTypes.longText || type === fieldTypes.people)) {
    throw new Refusal("Field type not supported for display in profile summary.");
  }
}

/** Only two fields stand on a person's card, and names are there once. */
function requireRoom({ state }: Server, field: ProfileField): void {
  const others = state.profileFields.filter(({ id }) => id !== field.id);
  if (field.inSummary && others.filter(({ inSummary }) => inSummary).length >= mostInSummary) {
    throw new Refusal(
      `Only ${mostInSummary} custom profile fields can be displayed in the profile summary.`,
    );
  }
  if (others.some(({ name }) => name === field.name)) {
    throw new Refusal("A field with that label already exists.");
  }
}

export function updateField(server: Server, id: number, wish: FieldWish): void {
  const before = fieldNumbered(server, id);
  const data = wish.data === undefined ? before.data : readSetup(before.type, wish.data);
  const next = readField(before, wish, data);
  if (usualAccount(before.data) !== undefined && !isPlaceOnly(before, next)) {
    throw new Refusal("Default custom field cannot be updated.");
  }
  requireShowable(next);
  requireRoom(server, next);
  save(
    server,
    server.state.profileFields.map((one) => (one.id === id ? next : one)),
  );
  if (next.type === fieldTypes.options) forgetOptions(server, before, next);
}

/** Whether at most the place on the card is another one, and whether the field has to be filled. */
function isPlaceOnly(before: ProfileField, next: ProfileField): boolean {
  return next.name === before.name && next.hint === before.hint && next.data === before.data;
}

/** Whoever had chosen what is no choice any more has chosen nothing; nobody is told. */
function forgetOptions(server: Server, before: ProfileField, next: ProfileField): void {
  const left = optionsOf(next);
  const gone = optionsOf(before).filter((key) => !left.includes(key));
  if (gone.length === 0) return;
  const key = String(next.id);
  for (const { id, profile } of server.state.people.byId.values()) {
    const { [key]: chosen, ...rest } = profile;
    if (chosen === undefined || !gone.includes(chosen)) continue;
    commit(server, { kind: "person changed", personId: id, facts: { profile: rest } });
  }
}

export function deleteField(server: Server, id: number): void {
  fieldNumbered(server, id);
  save(
    server,
    server.state.profileFields.filter((one) => one.id !== id),
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

function save(server: Server, next: readonly ProfileField[]): void {
  const before = server.state.profileFields;
  const placeOf = ({ id, order }: ProfileField) =>
    order ?? before.findIndex((one) => one.id === id);
  const fields = next.map((field) => ({ ...field, order: placeOf(field) }));
  commit(server, { kind: "profile fields set", fields });
  announceToAll(server, "custom_profile_fields", { fields: profileFieldsView(server) });
}
