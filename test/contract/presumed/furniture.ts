/** What administrators had set up before a happening: fields, emoji, patterns, domains and settings of the realm. */

import { commit } from "#realm/server.ts";
import type { ProfileField } from "#realm/state/profile-fields.ts";
import { fieldsOf, objects } from "../fields.ts";
import { namedGroup } from "../premises/scene.ts";
import { otherThan, type Past, type Presumption, path, toldOf } from "./past.ts";

/** The fields that are told of were there, but for the one that is made; the one that is taken away was too. */
export const profileFields: Presumption = (past) => {
  const [told] = toldOf(past, "custom_profile_fields");
  const [action] = past.actions;
  if (told === undefined) return;
  const id = Number(/\/profile_fields\/(\d+)/.exec(path(past))?.[1]);
  const fields = objects(told.event["fields"]).map(fieldOf);
  const isNew = action?.method === "POST";
  const rest = isNew ? fields.slice(0, -1) : fields;
  if (isNew) past.server.state.newest.field = (fields.at(-1)?.id ?? 1) - 1;
  const planted = fieldOf({ id, type: 1, name: `planted ${id}` });
  const all = action?.method === "DELETE" ? [planted, ...rest] : rest;
  commit(past.server, { kind: "profile fields set", fields: all });
};

function fieldOf(told: Readonly<Record<string, unknown>>): ProfileField {
  return {
    ...{ id: Number(told["id"]), type: Number(told["type"]), name: String(told["name"]) },
    ...{ hint: String(told["hint"] ?? ""), data: String(told["field_data"] ?? "") },
    ...(typeof told["order"] === "number" ? { order: told["order"] } : {}),
    isRequired: told["required"] === true,
    inSummary: told["display_in_profile_summary"] === true,
  };
}

/** Other emoji are in use where they are told to be. */
export const emoji: Presumption = (past) => {
  const [told] = toldOf(past, "realm_emoji");
  const target = /\/realm\/emoji\/([^/]+)$/.exec(path(past))?.[1];
  for (const one of Object.values(fieldsOf(told?.event["realm_emoji"])).map(fieldsOf)) {
    const known = past.server.state.look.emoji.get(Number(one["id"]));
    if (known === undefined) continue;
    if (
      past.actions[0]?.method === "POST" &&
      one["name"] === target &&
      one["deactivated"] !== true
    ) {
      past.server.state.look.emoji.delete(known.id);
      past.server.state.newest.emoji = known.id - 1;
    }
    if (known.name === target) continue;
    const isActive = one["deactivated"] !== true;
    commit(past.server, { kind: "emoji saved", emoji: { ...known, isActive } });
  }
};

/** The patterns that are told of were there, but for the one that is made; the one that is taken away was too. */
export const linkifiers: Presumption = (past) => {
  const [told] = toldOf(past, "realm_linkifiers");
  if (told === undefined) return;
  const id = Number(/\/filters\/(\d+)/.exec(path(past))?.[1]);
  const all = objects(told.event["realm_linkifiers"]).map((one) => ({
    ...{ id: Number(one["id"]), pattern: String(one["pattern"]) },
    template: String(one["url_template"]),
  }));
  const isNew = past.actions[0]?.method === "POST";
  if (isNew) past.server.state.newest.linkifier = (all.at(-1)?.id ?? 1) - 1;
  const gone = { id, pattern: "planted", template: "https://a.example/" };
  const before = past.actions[0]?.method === "DELETE" ? [...all, gone] : all;
  commit(past.server, {
    kind: "linkifiers set",
    linkifiers: isNew ? before.slice(0, -1) : before,
  });
};

/** Domains and playgrounds that are changed or taken away were there. */
export const furnishings: Presumption = (past) => {
  const name = /\/realm\/domains\/([^/]+)$/.exec(path(past))?.[1];
  const id = Number(/\/realm\/playgrounds\/(\d+)$/.exec(path(past))?.[1]);
  const isOpenBelow = past.actions[0]?.params?.["allow_subdomains"] === "false";
  if (name !== undefined)
    commit(past.server, {
      ...{ kind: "domains set", domains: [{ id: 1, name: decodeURIComponent(name), isOpenBelow }] },
    });
  if (Number.isNaN(id)) return;
  const told = toldOf(past, "realm_playgrounds")[0]?.event["realm_playgrounds"];
  const others = objects(told).map((one) => ({
    ...{ id: Number(one["id"]), name: String(one["name"]) },
    language: String(one["pygments_language"]),
    template: String(one["url_template"]),
  }));
  const planted = { id, name: "planted", language: "C", template: "https://a.example/{code}" };
  commit(past.server, { kind: "playgrounds set", playgrounds: [...others, planted] });
};

/** What is set for the realm was set to something else. */
export const realmSettings: Presumption = (past) => {
  for (const { event } of toldOf(past, "realm")) {
    const data = event["op"] === "update_dict" ? fieldsOf(event["data"]) : {};
    const single = event["op"] === "update" ? { [String(event["property"])]: event["value"] } : {};
    for (const [property, value] of Object.entries({ ...data, ...single })) {
      const before = otherSetting(past, property, value);
      if (before !== undefined) commit(past.server, { kind: "realm set", property, value: before });
    }
  }
  for (const { event } of toldOf(past, "realm_user_settings_defaults", "update")) {
    const property = String(event["property"]);
    const value = otherThan(property, event["value"]);
    commit(past.server, { kind: "newcomers' setting set", property, value });
  }
};

/** Undefined where it stays: of several settings that are told together only those that were asked for changed. */
function otherSetting(past: Past, property: string, value: unknown): unknown {
  if (past.actions[0]?.params?.[property] === undefined) return undefined;
  if (property.endsWith("_group")) {
    const moderators = namedGroup(past.server, "role:moderators");
    return value === moderators ? namedGroup(past.server, "role:members") : moderators;
  }
  if (property === "waiting_period_threshold") return value === 0 ? 3 : 0;
  return value === null ? 600 : otherThan(property, value);
}
