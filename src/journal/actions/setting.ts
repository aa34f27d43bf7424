/** Changing one of the person's own settings. */
import * as z from "zod";
import { onUserSettings } from "#model/settings.ts";
import { updateSettings } from "#wire/endpoints/settings.ts";
import type { ActionKind } from "./action-kind.ts";

export type SettingName = Exclude<keyof typeof updateSettings.parameters, "full_name">;

export type Setting = {
  readonly kind: "setting";
  readonly property: SettingName;
  readonly value: boolean | number | string;
};

const names = Object.keys(updateSettings.parameters).filter(isSettingName);

/** A name is not a setting: settings events do not include it. */
function isSettingName(name: string): name is SettingName {
  return name !== "full_name";
}

/** `value` has the type of the setting; callers check the declaration. */
export const setting: ActionKind<Setting> = {
  stored: z.strictObject({
    kind: z.literal("setting"),
    property: z.enum(names),
    value: z.union([z.boolean(), z.number(), z.string()]),
  }),
  repeatable: true,
  property: () => "setting",
  targets: ({ property }) => [property],
  overlaid: (view, { property, value }) =>
    onUserSettings(view, {
      type: "user_settings",
      op: "update",
      id: view.lastEvent,
      property,
      value,
    }),
  agrees: ({ settings }, { property, value }) => settings[property] === value,
  inverse: ({ settings }, action) => {
    const before = settings[action.property];
    const isKnown = ["boolean", "number", "string"].includes(typeof before);
    if (!isKnown || before === action.value) return [];
    return [{ ...action, value: before as Setting["value"] }];
  },
  sentence: (_, { property }) => `Change the setting ${property}`,
};
