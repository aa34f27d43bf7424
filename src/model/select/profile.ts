/** Profile values for display: which there are, and their texts by the type of the field. */
import { get } from "#base/table.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { choiceTitle } from "#wire/checks.ts";
import { createProfileField } from "#wire/endpoints/profile-fields.ts";
import type { UserId } from "#wire/ids.ts";
import { fieldTypes, type ProfileField } from "#wire/profile-field.ts";

export type ProfileEntry = { readonly field: ProfileField; readonly value: string };

/** In the realm's order. Excludes values of deleted fields and options, which no event removes. */
export function profileOf({ organization }: Replica, { profile }: Person): readonly ProfileEntry[] {
  return organization.profileFields.flatMap((field) => {
    const value = profile[field.id];
    return value === undefined || isGone(field, value) ? [] : [{ field, value }];
  });
}

/** Whether the value is an option that no longer exists. */
function isGone({ type, field_data: data }: ProfileField, value: string): boolean {
  return type === fieldTypes.options && !Object.hasOwn(parsed(data), value);
}

export type Choice = { readonly value: string; readonly title: string };

/** Not safe for a terminal. */
export function profileText(view: Replica, field: ProfileField, value: string): string {
  switch (field.type) {
    case fieldTypes.options:
      return profileChoices(field).find((choice) => choice.value === value)?.title ?? "";
    case fieldTypes.people:
      return peopleIn(value)
        .map((id) => get(view.people, id)?.name ?? "somebody")
        .join(", ");
    case fieldTypes.account:
      return accountText(field, value);
    default:
      return value;
  }
}

/** `List of options`; the number for types of newer servers. */
export function fieldTypeTitle({ type }: ProfileField): string {
  return choiceTitle(createProfileField.parameters.field_type, type) ?? `Type ${type}`;
}

/** The options of a field in their order; empty for other types. */
export function profileChoices({
  field_data: data,
}: Pick<ProfileField, "field_data">): readonly Choice[] {
  const options = Object.entries(parsed(data)).flatMap(([value, option]) => {
    const { text, order } = typeof option === "object" && option !== null ? option : {};
    return typeof text === "string" ? [{ value, title: text, order: Number(order) }] : [];
  });
  return options.sort((a, b) => a.order - b.order);
}

/** Parses the value of a people field: a list of IDs in JSON. */
export function peopleIn(value: string): readonly UserId[] {
  try {
    const ids: unknown = JSON.parse(value);
    return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}

/** Includes the URL of the account if the field defines a pattern for it. */
function accountText({ field_data: data }: ProfileField, value: string): string {
  const { url_pattern: pattern } = parsed(data);
  if (typeof pattern !== "string") return value;
  return `${value}  ${pattern.replace("%(username)s", encodeURIComponent(value))}`;
}

type Parsed = Readonly<Record<string, { text?: unknown; order?: unknown } | string | null>>;

function parsed(data: string): Parsed {
  try {
    const read: unknown = JSON.parse(data);
    return typeof read === "object" && read !== null ? (read as Parsed) : {};
  } catch {
    return {};
  }
}
