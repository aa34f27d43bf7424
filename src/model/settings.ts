/** The person's settings and alert words, and the server's description of itself. */
import type { EventOf } from "#wire/events.ts";
import { brandOf } from "#wire/server.ts";
import { withOrganization } from "./organization-changes.ts";
import type { RealmFacts, Replica } from "./replica.ts";

function withSetting(replica: Replica, property: string, value: unknown): Replica {
  const settings: Readonly<Record<string, unknown>> = replica.settings;
  if (settings[property] === value) return replica;
  return { ...replica, settings: { ...replica.settings, [property]: value } };
}

export function onUserSettings(replica: Replica, event: EventOf<"user_settings">): Replica {
  return withSetting(replica, event.property, event.value);
}

/** LEVEL(89): before it, there were two kinds of settings. */
export function onDisplaySettings(
  replica: Replica,
  event: EventOf<"update_display_settings">,
): Replica {
  return withSetting(replica, event.setting_name, event.setting);
}

/** LEVEL(89) */
export function onGlobalNotifications(
  replica: Replica,
  event: EventOf<"update_global_notifications">,
): Replica {
  return withSetting(replica, event.notification_name, event.setting);
}

export function onAlertWords(replica: Replica, event: EventOf<"alert_words">): Replica {
  return { ...replica, alertWords: event.alert_words };
}

/** One property with its value, or several at once. */
export function onRealm(replica: Replica, event: EventOf<"realm">): Replica {
  const { property, value, data } = event;
  const changed = data ?? (property === undefined ? {} : { [property]: value });
  const { settings } = replica.organization;
  const news = Object.keys(changed).some((key) => settings[key] !== changed[key]);
  if (event.op === "deactivated" || !news) return replica;
  const next = withOrganization(replica, { settings: { ...settings, ...changed } });
  const { name } = changed;
  return typeof name === "string" ? withRealm(next, { name }) : next;
}

/** A restarted server may have been upgraded. */
export function onRestart(replica: Replica, event: EventOf<"restart">): Replica {
  const { featureLevel } = brandOf(event);
  return withRealm(replica, {
    ...(featureLevel > 0 && { featureLevel }),
    ...(event.server_generation !== undefined && { generation: event.server_generation }),
  });
}

function withRealm(replica: Replica, change: Partial<RealmFacts>): Replica {
  const realm = { ...replica.realm, ...change };
  const same = (Object.keys(change) as (keyof RealmFacts)[]).every(
    (key) => realm[key] === replica.realm[key],
  );
  return same ? replica : { ...replica, realm };
}
