/** A person's values of the realm's profile fields, for display. */

import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
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

function parsed(data: string): object {
  try {
    const read: unknown = JSON.parse(data);
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}
