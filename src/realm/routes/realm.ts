/** What administrators set up: profile fields; and what is only read here, emoji and link patterns. */
import { requireAdministrator } from "#realm/actions/access.ts";
import {
  createField,
  deleteField,
  type FieldWish,
  orderFields,
  updateField,
} from "#realm/actions/profile-fields.ts";
import { linkifiersView, realmEmojiView } from "#realm/views/look.ts";
import { profileFieldsView } from "#realm/views/profile-field.ts";
import * as wire from "#wire/endpoints/profile-fields.ts";
import { getEmoji, getLinkifiers } from "#wire/endpoints/realm.ts";
import { type Asked, deed, type RouteRules, route } from "./route.ts";

const administrating: RouteRules = { admits: requireAdministrator };

export const realmRoutes = [
  route(
    wire.createProfileField,
    ({ server, values }) => ({ id: createField(server, values.field_type, wishOf(values)) }),
    administrating,
  ),
  route(wire.getProfileFields, ({ server }) => ({ custom_fields: profileFieldsView(server) })),
  deed(
    wire.orderProfileFields,
    ({ server, values }) => orderFields(server, values.order),
    administrating,
  ),
  deed(
    wire.updateProfileField,
    ({ server, values, pathId }) => updateField(server, pathId("field_id"), wishOf(values)),
    administrating,
  ),
  deed(
    wire.deleteProfileField,
    ({ server, pathId }) => deleteField(server, pathId("field_id")),
    administrating,
  ),
  route(getEmoji, ({ server }) => ({ emoji: realmEmojiView(server) })),
  route(getLinkifiers, ({ server }) => ({ linkifiers: linkifiersView(server) })),
];

function wishOf(values: Asked<typeof wire.updateProfileField.parameters>["values"]): FieldWish {
  return {
    name: values.name,
    hint: values.hint,
    data: values.field_data,
    inSummary: values.display_in_profile_summary,
    isRequired: values.required,
  };
}
