/** The person's settings and words, and what the realm says of itself. */
import type { EventOf } from "#wire/events.ts";
import { brandOf } from "#wire/server.ts";
import { withFurniture } from "./furniture.ts";
import type { Picture, RealmFacts } from "./picture.ts";

function withSetting(picture: Picture, property: string, value: unknown): Picture {
  const settings: Readonly<Record<string, unknown>> = picture.settings;
  if (settings[property] === value) return picture;
  return { ...picture, settings: { ...picture.settings, [property]: value } };
}

export function onUserSettings(picture: Picture, event: EventOf<"user_settings">): Picture {
  return withSetting(picture, event.property, event.value);
}

/** LEVEL(89): settings came in two kinds before it. */
export function onDisplaySettings(
  picture: Picture,
  event: EventOf<"update_display_settings">,
): Picture {
  return withSetting(picture, event.setting_name, event.setting);
}

/** LEVEL(89) */
export function onGlobalNotifications(
  picture: Picture,
  event: EventOf<"update_global_notifications">,
): Picture {
  return withSetting(picture, event.notification_name, event.setting);
}

export function onAlertWords(picture: Picture, event: EventOf<"alert_words">): Picture {
  return { ...picture, alertWords: event.alert_words };
}

/** One property with its value, or several at once. */
export function onRealm(picture: Picture, event: EventOf<"realm">): Picture {
  const { property, value, data } = event;
  const told = data ?? (property === undefined ? {} : { [property]: value });
  const { settings } = picture.furniture;
  const news = Object.keys(told).some((key) => settings[key] !== told[key]);
  if (event.op === "deactivated" || !news) return picture;
  const next = withFurniture(picture, { settings: { ...settings, ...told } });
  const { name } = told;
  return typeof name === "string" ? withRealm(next, { name }) : next;
}

/** A server that came back may have been upgraded. */
export function onRestart(picture: Picture, event: EventOf<"restart">): Picture {
  const { featureLevel } = brandOf(event);
  return withRealm(picture, {
    ...(featureLevel > 0 && { featureLevel }),
    ...(event.server_generation !== undefined && { generation: event.server_generation }),
  });
}

function withRealm(picture: Picture, change: Partial<RealmFacts>): Picture {
  const realm = { ...picture.realm, ...change };
  const same = (Object.keys(change) as (keyof RealmFacts)[]).every(
    (key) => realm[key] === picture.realm[key],
  );
  return same ? picture : { ...picture, realm };
}
