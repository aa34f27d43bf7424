/** What belongs to the realm: its profile fields, emoji and link patterns. */
import { addLinkifier, removeLinkifier, updateLinkifier } from "#realm/actions/linkifiers.ts";
import {
  createField,
  deleteField,
  type FieldWish,
  orderFields,
  updateField,
} from "#realm/actions/profile-fields.ts";
import { addEmoji, removeEmoji } from "#realm/actions/realm-emoji.ts";
import { linkifiersView, realmEmojiView } from "#realm/views/look.ts";
import { profileFieldsView } from "#realm/views/profile-field.ts";
import * as wire from "#wire/endpoints/profile-fields.ts";
import {
  addLinkifier as addLinkifierEndpoint,
  deleteEmoji,
  deleteLinkifier,
  getEmoji,
  getLinkifiers,
  updateLinkifier as updateLinkifierEndpoint,
  uploadEmoji,
} from "#wire/endpoints/realm.ts";
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
  route(getEmoji, ({ server }) => ({ emoji: realmEmojiView(server) })),
  route(uploadEmoji, ({ server, person, files, pathText }) => {
    addEmoji(server, person, pathText("emoji_name"), files);
    return {};
  }),
  route(deleteEmoji, ({ server, person, pathText }) => {
    removeEmoji(server, person, pathText("emoji_name"));
    return {};
  }),
  route(getLinkifiers, ({ server }) => ({ linkifiers: linkifiersView(server) })),
  route(addLinkifierEndpoint, ({ server, person, values }) => ({
    id: addLinkifier(server, person, { pattern: values.pattern, template: values.url_template }),
  })),
  route(updateLinkifierEndpoint, ({ server, person, values, pathId }) => {
    const wish = { pattern: values.pattern, template: values.url_template };
    updateLinkifier(server, person, pathId("filter_id"), wish);
    return {};
  }),
  route(deleteLinkifier, ({ server, person, pathId }) => {
    removeLinkifier(server, person, pathId("filter_id"));
    return {};
  }),
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
