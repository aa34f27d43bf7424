/** What people write into the realm's profile fields. */
import { Refusal } from "#realm/failures.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { ProfileField } from "#realm/state/profile-fields.ts";
import { fieldTypes } from "#wire/profile-field.ts";

/** As it came. Null and empty texts and lists clear a field. */
export type FieldValue = {
  readonly id: number;
  readonly value: string | readonly number[] | null;
};

type Read = {
  readonly field: ProfileField;
  /** Undefined clears it. */
  readonly text: string | undefined;
};

export function fieldNumbered({ state }: Server, id: number): ProfileField {
  const field = state.profileFields.find((one) => one.id === id);
  if (field === undefined) throw new Refusal(`Field id ${id} not found.`);
  return field;
}

/** Throws unless every value may stand in its field. */
export function readProfile(server: Server, values: readonly FieldValue[]): readonly Read[] {
  return values.map(({ id, value }) => {
    const field = fieldNumbered(server, id);
    if (value === null || value.length === 0) return { field, text: undefined };
    return { field, text: readValue(server, field, value) };
  });
}

function readValue(server: Server, field: ProfileField, value: string | readonly number[]): string {
  if (field.type === fieldTypes.people) return readPeople(server, value);
  if (typeof value !== "string") throw new Refusal(`${field.name} is not a string`);
  const complaint = complaints[field.type]?.(field, value);
  if (complaint !== undefined) throw new Refusal(complaint);
  return value;
}

function readPeople({ state }: Server, value: string | readonly number[]): string {
  if (typeof value === "string") throw new Refusal("User IDs is not a list");
  const unknown = value.filter((id) => state.people.byId.get(id)?.isActive !== true);
  if (unknown.length > 0) throw new Refusal(`Invalid user IDs: ${unknown.join(", ")}`);
  return JSON.stringify(value);
}

type Judge = (field: ProfileField, value: string) => string | undefined;

const atMost =
  (limit: number): Judge =>
  ({ name }, value) =>
    [...value].length > limit ? `${name} is too long (limit: ${limit} characters)` : undefined;

const complaints: Readonly<Record<number, Judge>> = {
  [fieldTypes.shortText]: atMost(50),
  [fieldTypes.longText]: atMost(500),
  [fieldTypes.pronouns]: atMost(50),
  [fieldTypes.account]: atMost(50),
  [fieldTypes.options]: ({ name, data }, value) =>
    Object.hasOwn(JSON.parse(data), value)
      ? undefined
      : `'${value}' is not a valid choice for '${name}'.`,
  [fieldTypes.date]: ({ name }, value) =>
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(value)
      ? undefined
      : `${name} is not a date`,
  [fieldTypes.link]: ({ name }, value) =>
    /^https?:$/.test(URL.parse(value)?.protocol ?? "") ? undefined : `${name} is not a URL`,
};

/** Whether texts of that type are Markdown. */
export function isMarkdown(type: number): boolean {
  return type === fieldTypes.shortText || type === fieldTypes.longText;
}

export function setProfile(server: Server, userId: number, values: readonly Read[]): void {
  for (const { field, text } of values) {
    const profile = { ...server.state.people.byId.get(userId)?.profile };
    if (text === undefined) delete profile[String(field.id)];
    else profile[String(field.id)] = text;
    commit(server, { kind: "person changed", personId: userId, facts: { profile } });
    const drawn =
      text === undefined || !isMarkdown(field.type)
        ? {}
        : { rendered_value: server.draw(text).html };
    announce(
      server,
      "realm_user",
      () => true,
      () => ({
        op: "update",
        person: {
          user_id: userId,
          custom_profile_field: { id: field.id, value: text ?? null, ...drawn },
        },
      }),
    );
  }
}
