/** The list of custom profile fields, in the order in which profiles show them. */
import { fieldTypeTitle, profileChoices } from "#model/select/people.ts";
import type { ProfileField } from "#wire/profile-field.ts";
import { byFilter, type ListSource } from "./list.ts";
import { glyph, shrinking, text } from "./row.ts";
import { fieldKey, fieldOfKey } from "./row-keys.ts";

function kindText(field: ProfileField): string {
  const summary = field.display_in_profile_summary ? ", in summary" : "";
  return `${fieldTypeTitle(field)}${summary}${field.required ? ", required" : ""}`;
}

export const fieldsSource: ListSource = {
  ...byFilter({ all: "All" }, ({ view }) =>
    view.organization.profileFields.map(({ id }) => ({ key: fieldKey(id) })),
  ),
  isEmpty: ({ view }) => view.epoch === 0,
  follows: ({ view }) => view.organization.profileFields.length,
  row: ({ view }, { key }) => {
    const id = fieldOfKey(key);
    const field = view.organization.profileFields.find((each) => each.id === id);
    if (field === undefined) return undefined;
    const choices = profileChoices(field).map(({ title }) => title);
    const more = choices.length > 0 ? choices.join(", ") : field.hint;
    return {
      ...(field.display_in_profile_summary && { sign: glyph("bullet", "accent") }),
      subject: [shrinking(field.name, "text")],
      detail: [
        text(kindText(field), "text"),
        ...(more === "" ? [] : [shrinking(`  ${more}`, "dim")]),
      ],
    };
  },
};
