/** What a person tells of themselves in the realm's fields, as it is shown. */

import type { Person } from "#model/person.ts";
import type { Picture } from "#model/picture.ts";
import type { ProfileField } from "#wire/profile-field.ts";

export type ProfileEntry = { readonly field: ProfileField; readonly value: string };

/** In the realm's order. Values of fields that are gone are left out: no event took them away. */
export function profileOf({ furniture }: Picture, { profile }: Person): readonly ProfileEntry[] {
  return furniture.profileFields.flatMap((field) => {
    const value = profile[field.id];
    return value === undefined ? [] : [{ field, value }];
  });
}
