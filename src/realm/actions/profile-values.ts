/** Parses values of custom profile fields. */
import { Refusal, refusalOf } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import { commit, type Server } from "#realm/server.ts";
import type { ProfileField } from "#realm/state/people.ts";
import { noSuchOption, profileValue } from "#wire/endpoints/profile-fields.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { personAmong } from "./access.ts";
import { announcePerson } from "./people.ts";

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

/** An empty value clears a field. Throws if another value is invalid. */
export function readProfile(server: Server, values: readonly FieldValue[]): readonly Read[] {
  return values.map(({ id, value }) => {
    const field = fieldNumbered(server, id);
    const isEmpty = value === null || value.length === 0;
    return { field, text: isEmpty ? undefined : readValue(server, field, value) };
  });
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
