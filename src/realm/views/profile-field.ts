/** Profile fields as they travel. */
import { keysAt } from "#realm/levels.ts";
import type { Server } from "#realm/server.ts";
import { fieldTypes } from "#wire/profile-field.ts";

/** All of them, in their order. */
export function profileFieldsView(server: Server) {
  return server.state.profileFields.map((field, index) =>
    keysAt(server.level, {
      id: field.id,
      name: field.name,
      type: field.type,
      hint: field.hint,
      field_data: field.data,
      order: field.order ?? index,
      required: field.isRequired,
      ...(field.inSummary ? { display_in_profile_summary: true } : {}),
    }),
  );
}

const names = {
  SHORT_TEXT: ["Short text", fieldTypes.shortText],
  LONG_TEXT: ["Long text", fieldTypes.longText],
  SELECT: ["List of options", fieldTypes.options],
  DATE: ["Date picker", fieldTypes.date],
  URL: ["Link", fieldTypes.link],
  USER: ["Person picker", fieldTypes.people],
  EXTERNAL_ACCOUNT: ["External account", fieldTypes.account],
  PRONOUNS: ["Pronouns", fieldTypes.pronouns],
} as const;

/** The kinds of fields by the names that registers give them. */
export const profileFieldTypes = Object.fromEntries(
  Object.entries(names).map(([key, [name, id]]) => [key, { id, name }]),
);
