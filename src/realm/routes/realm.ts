/** What administrators set up: profile fields; and what is only read here, emoji and link patterns. */
import { requireAdministrator } from "#realm/actions/access.ts";
import {
  createField,
  deleteField,
  type FieldRequest,
  orderFields,
  updateField,
} from "#realm/actions/profile-fields.ts";
import { linkifiersView, realmEmojiView } from "#realm/views/look.ts";
import { profileFieldsView } from "#realm/views/profile-field.ts";
import * as wire from "#wire/endpoints/profile-fields.ts";
import { getEmoji, getLinkifiers } from "#wire/endpoints/realm.ts";
import { action, type RouteRequest, type RouteRules, route } from "./route.ts";

const administrating: RouteRules = { admits: requireAdministrator };

export const realmRoutes = [
  route(
    wire.createProfileField,
    ({ server, values }) => ({ id: createField(server, values.field_type, wishOf(values)) }),
    administrating,
  ),
  route(wire.getProfileFields, ({ server }) => ({ custom_fields: profileFieldsView(server) })),
  action(
    wire.orderProfileFields,
    ({ server, values }) => orderFields(server, values.order),
    administrating,
  ),
  action(
    wire.updateProfileField,
    ({ server, values, pathId }) => updateField(server, pathId("field_id"), wishOf(values)),
    administrating,
  ),
  action(
    wire.deleteProfileField,
    ({ server, pathId }) => deleteField(server, pathId("field_id")),
    administrating,
  ),
  route(getEmoji, ({ server }) => ({ emoji: realmEmojiView(server) })),
  route(getLinkifiers, ({ server }) => ({ linkifiers: linkifiersView(server) })),
];

function wishOf(
  values: RouteRequest<typeof wire.updateProfileField.parameters>["values"],
): FieldRequest {
  return {
    name: values.name,
    hint: values.hint,
    data: values.field_data,
    inSummary: values.display_in_profile_summary,
    isRequired: values.required,
  };
}
