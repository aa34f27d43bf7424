/** The list of custom profile fields, in the order in which profiles show them. */

import { rowsWithForm } from "#commands/forms/open-form.ts";
import { byFilter, type ListDefinition, withWords } from "#commands/lists/list.ts";
import { fieldKey, fieldOfKey, glyph, shrinking, text } from "#commands/lists/row.ts";
import type { Replica } from "#model/replica.ts";
import { fieldTypeTitle, profileChoices } from "#model/select/people.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { ProfileField } from "#wire/profile-field.ts";

function kindText(field: ProfileField): string {
  const summary = field.display_in_profile_summary ? ", in summary" : "";
  const managed = field.editable_by_user === false ? ", for administrators to change" : "";
  return `${fieldTypeTitle(field)}${summary}${field.required ? ", required" : ""}${managed}`;
}

function fieldIn({ organization }: Replica, key: RowKey): ProfileField | undefined {
  const own = fieldOfKey(key);
  return organization.profileFields.find(({ id }) => id === own);
}

const definition: ListDefinition = {
  ...byFilter({ all: "All" }, ({ view }) =>
    view.organization.profileFields.map(({ id }) => ({ key: fieldKey(id) })),
  ),
  isEmpty: ({ view }) => view.epoch === 0,
  coming: { follows: ({ view }) => view.organization.profileFields.length },
  empty: () => ["There are no custom profile fields.", "{list.add} creates one|."],
  columns: { times: 0 },
  row: ({ view }, { key }) => {
    const field = fieldIn(view, key);
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
  peek: ({ view }, key) => {
    const field = fieldIn(view, key);
    if (field === undefined) return undefined;
    const choices = profileChoices(field).map(({ title }) => title);
    const { name, hint } = field;
    return { sentences: [name, kindText(field), hint, ...choices].filter((one) => one !== "") };
  },
  addition: { name: "new-field", id: 0 },
  keys: { words: () => ({ "list.delete": "delete" }) },
  ...rowsWithForm("field", fieldOfKey, (fieldId) => ({ kind: "delete-field", fieldId })),
};

export const fieldsDefinition = withWords(
  definition,
  "all fields",
  ({ view }, key) => fieldIn(view, key)?.name ?? "",
);
