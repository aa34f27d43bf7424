/** What belongs to the realm: its profile fields, emoji and link patterns. */
import {
  createField,
  deleteField,
  type FieldWish,
  orderFields,
  updateField,
} from "#realm/actions/profile-fields.ts";
import { profileFieldsView } from "#realm/views/profile-field.ts";
import * as wire from "#wire/endpoints/profile-fields.ts";
import { getEmoji, getLinkifiers } from "#wire/endpoints/realm.ts";
import { type Asked, route } from "./route.ts";

export const realmRoutes = [
  route(wire.createProfileField, ({ server, person, values }) => ({
    id: createField(server, person, values.field_type, wishOf(values)),
  })),
  route(wire.getProfileFields, ({ server }) => ({ custom_fields: profileFieldsView(server) })),
  route(wire.orderProfileFields, ({ server, person, values }) => {
    orderFields(server, person, values.order);
    return {};
  }),
  route(wire.updateProfileField, ({ server, person, values, pathId }) => {
    updateField(server, person, pathId("field_id"), wishOf(values));
    return {};
  }),
  route(wire.deleteProfileField, ({ server, person, pathId }) => {
    deleteField(server, person, pathId("field_id"));
    return {};
  }),
  // The realm has no emoji and no link patterns of its own.
  route(getEmoji, () => ({ emoji: {} })),
  route(getLinkifiers, () => ({ linkifiers: [] })),
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
