/** The rows of user groups and of profile fields. */

import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { fieldOfKey, groupOfKey } from "#commands/lists/row-keys.ts";
import { fieldTypeTitle, profileChoices } from "#model/select/profile.ts";
import { safeName } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { countText, span } from "#ui/spans.ts";
import type { ProfileField } from "#wire/profile-field.ts";
import type { RowsAt } from "./row.ts";

export function rowsOfGroups(): RowsAt {
  return ({ view }) => ({
    row: ({ key }) => {
      const id = groupOfKey(key);
      const group = id === undefined ? undefined : get(view.groups, id);
      return (
        group && {
          sign: span(plain("@"), "faint"),
          subject: [{ text: safeName(group.name), token: "text", shrinks: true }],
          detail: [{ text: safeLine(group.description), token: "dim", shrinks: true }],
          number: countText(group.members.length),
          numberLook: "dim",
          time: "",
        }
      );
    },
  });
}

function kindText(field: ProfileField): string {
  const summary = field.display_in_profile_summary ? ", in summary" : "";
  return `${fieldTypeTitle(field)}${summary}${field.required ? ", required" : ""}`;
}

export function rowsOfFields({ style }: PaneParts): RowsAt {
  return ({ view }) => ({
    row: ({ key }) => {
      const id = fieldOfKey(key);
      const field = view.organization.profileFields.find((each) => each.id === id);
      if (field === undefined) return undefined;
      const choices = profileChoices(field).map(({ title }) => title);
      const kind = kindText(field);
      const more = choices.length > 0 ? choices.join(", ") : field.hint;
      return {
        sign: field.display_in_profile_summary
          ? span(style.glyphs.bullet, "accent")
          : span(plain(" ")),
        subject: [{ text: safeName(field.name), token: "text", shrinks: true }],
        detail: [
          span(plain(kind), "text"),
          { text: safeLine(more === "" ? "" : `  ${more}`), token: "dim", shrinks: true },
        ],
        time: "",
      };
    },
  });
}
