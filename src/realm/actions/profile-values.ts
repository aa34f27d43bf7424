/** What people write into the realm's profile fields. */
import { Refusal } from "#realm/failures.ts";
import { commit, type Server } from "#realm/server.ts";
import type { ProfileField } from "#realm/state/profile-fields.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { tellPerson } from "./person-news.ts";
import { isUrl } from "./urls.ts";

export type FieldValue = {
  readonly id: number;
  /** Null clears the field. */
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

/** What administrators write: an empty text or list clears the field. Throws unless every value may stand in its field. */
export function readProfile(server: Server, values: readonly FieldValue[]): readonly Read[] {
  return readOwnProfile(
    server,
    values.map(({ id, value }) => ({ id, value: value?.length === 0 ? null : value })),
  );
}

/** What people write of themselves: an empty text is a text. Throws unless every value may stand in its field. */
export function readOwnProfile(server: Server, values: readonly FieldValue[]): readonly Read[] {
  return values.map(({ id, value }) => {
    const field = fieldNumbered(server, id);
    return { field, text: value === null ? undefined : readValue(server, field, value) };
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
  const unknown = value.filter((id) => state.people.byId.get(id)?.isSystem !== false);
  if (unknown.length > 0) throw new Refusal(`Invalid user IDs: ${unknown.join(", ")}`);
  for (const id of value) {
    const person = state.people.byId.get(id);
    if (person?.isActive !== true) throw new Refusal(`User with ID ${id} is deactivated`);
    if (person.isBot) throw new Refusal(`User with ID ${id} is a bot`);
  }
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
  [fieldTypes.date]: ({ name }, value) => (isDate(value) ? undefined : `${name} is not a date`),
  [fieldTypes.link]: ({ name }, value) => (isUrl(value) ? undefined : `${name} is not a URL`),
};

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day of the calendar, as 2000-02-29. */
function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0);
  return year > 0 && day > 0 && day <= days;
}

/** Whether texts of that type are Markdown. */
export function isMarkdown(type: number): boolean {
  return type === fieldTypes.shortText || type === fieldTypes.longText;
}

export function setProfile(server: Server, userId: number, values: readonly Read[]): void {
  for (const { field, text } of values) {
    const profile = { ...server.state.people.byId.get(userId)?.profile };
    if (profile[String(field.id)] === text) continue;
    if (text === undefined) delete profile[String(field.id)];
    else profile[String(field.id)] = text;
    commit(server, { kind: "person changed", personId: userId, facts: { profile } });
    const drawn =
      text === undefined || text === "" || !isMarkdown(field.type)
        ? {}
        : { rendered_value: server.draw(text).html };
    const custom_profile_field = { id: field.id, value: text ?? null, ...drawn };
    tellPerson(server, { user_id: userId, custom_profile_field });
  }
}
