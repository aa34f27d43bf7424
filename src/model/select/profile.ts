/** What a person tells of themselves in the realm's fields, as it is shown. */

import type { Person } from "#model/person.ts";
import type { Picture } from "#model/picture.ts";
import { fieldTypes, type ProfileField } from "#wire/profile-field.ts";

export type ProfileEntry = { readonly field: ProfileField; readonly value: string };

/** In the realm's order. Values of fields and of options that are gone are left out: no event took them away. */
export function profileOf({ furniture }: Picture, { profile }: Person): readonly ProfileEntry[] {
  return furniture.profileFields.flatMap((field) => {
    const value = profile[field.id];
    return value === undefined || isGone(field, value) ? [] : [{ field, value }];
  });
}

/** Whether the field offers choices, and the value is none of them any more. */
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
