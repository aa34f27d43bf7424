/** The form of one's own account: name, the settings that weir obeys, alert words, muted people, profile. */

import { isTimeZone } from "#base/time.ts";
import type { SettingName } from "#journal/actions/setting.ts";
import type { Wish } from "#journal/intent.ts";
import { administratorProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { type Call, call, type FormValues } from "#store/forms.ts";
import { addAlertWords, removeAlertWords, updateSettings } from "#wire/endpoints/settings.ts";
import type { UserId } from "#wire/ids.ts";
import { accountFields, accountTruth } from "./account.ts";
import type { Change, Field, Form, Option } from "./form.ts";
import {
  choice,
  flag,
  levelProblem,
  lockedBy,
  namesIn,
  namesOf,
  peopleNamed,
  unknownName,
} from "./parts.ts";
import { personNameField } from "./person.ts";
import { ownPerson, ownProfileCalls, profileFields, profileTruth } from "./profile-values.ts";

const reading: readonly Option[] = [
  { value: "1", title: "always" },
  { value: "2", title: "in conversations" },
  { value: "3", title: "never" },
];

/** Those that change what weir does. */
const settings: readonly (readonly [SettingName, Field])[] = [
  ["twenty_four_hour_time", flag("twenty_four_hour_time", "24-hour time")],
  ["enter_sends", flag("enter_sends", "Enter sends")],
  [
    "web_mark_read_on_scroll_policy",
    choice("web_mark_read_on_scroll_policy", "Mark as read", reading),
  ],
  ["enable_drafts_synchronization", flag("enable_drafts_synchronization", "Share drafts")],
  ["presence_enabled", flag("presence_enabled", "Show I am here")],
  [
    "send_private_typing_notifications",
    flag("send_private_typing_notifications", "Typing: direct"),
  ],
  ["send_stream_typing_notifications", flag("send_stream_typing_notifications", "Typing: topics")],
];

const zoneField: Field = {
  key: "timezone",
  label: "Time zone",
  kind: { type: "text", placeholder: "such as Europe/Berlin; empty: this computer's" },
  problem: (zone) =>
    zone === "" || isTimeZone(zone) ? undefined : "timezone is not a recognized time zone",
};

/** What the server did not tell of, it does not know. */
function settingFields(view: Replica): readonly Field[] {
  const told: Readonly<Record<string, unknown>> = view.settings;
  return settings.map(([name, field]) => {
    const isKnown = told[name] !== undefined;
    const old = levelProblem(view, updateSettings.parameters[name]);
    return isKnown ? field : lockedBy(field, old ?? "This server does not know this setting.");
  });
}

function nameField(view: Replica): Field {
  const isFixed = view.organization.settings["name_changes_disabled"] === true;
  const locked = isFixed && administratorProblem(view) !== undefined;
  return lockedBy(
    personNameField(view, view.ownId),
    locked ? "Name changes are disabled in this organization." : undefined,
  );
}

function listFields(view: Replica): readonly Field[] {
  return [
    {
      key: "alerts",
      label: "Alert words",
      kind: { type: "text", placeholder: "words that call you, with commas" },
    },
    {
      key: "muted",
      label: "Muted people",
      kind: { type: "people", placeholder: "nobody" },
      problem: (text) => unknownName(view, text),
    },
  ];
}

function truthOf(view: Replica): FormValues {
  const { settings: known } = view;
  const told: Readonly<Record<string, unknown>> = known;
  const person = ownPerson(view);
  const values = settings.map(([name]) => [name, String(told[name] ?? "")] as const);
  return {
    name: person?.name ?? "",
    ...Object.fromEntries(values),
    timezone: known.timezone ?? "",
    alerts: view.alertWords.join(", "),
    muted: namesOf(view, [...view.mutedPeople]),
    ...(person === undefined ? {} : profileTruth(view, person)),
  };
}

function settingWishes({ values, changed }: Change): readonly Wish[] {
  const names = [...settings.map(([name]) => name), "timezone"] as const;
  return names
    .filter((name) => changed.has(name))
    .map((property) => {
      const text = values[property] ?? "";
      const isFlag = text === "true" || text === "false";
      const number = property === "web_mark_read_on_scroll_policy" ? Number(text) : text;
      return { kind: "setting", property, value: isFlag ? text === "true" : number } as const;
    });
}

function muteWishes(view: Replica, { values, changed }: Change): readonly Wish[] {
  if (!changed.has("muted")) return [];
  const wanted = new Set(peopleNamed(view, values["muted"] ?? ""));
  wanted.delete(view.ownId);
  const wish = (op: "add" | "remove") => (userId: UserId) =>
    ({ kind: "mute-person", op, userId }) as const;
  const gone = [...view.mutedPeople].filter((id) => !wanted.has(id));
  const fresh = [...wanted].filter((id) => !view.mutedPeople.has(id));
  return [...gone.map(wish("remove")), ...fresh.map(wish("add"))];
}

function alertCalls({ alertWords }: Replica, { values, changed }: Change): readonly Call[] {
  if (!changed.has("alerts")) return [];
  const wanted = namesIn(values["alerts"] ?? "");
  const fresh = wanted.filter((word) => !alertWords.includes(word));
  const gone = alertWords.filter((word) => !wanted.includes(word));
  return [
    ...(fresh.length === 0 ? [] : [call(addAlertWords, { alert_words: fresh }, "alerts")]),
    ...(gone.length === 0 ? [] : [call(removeAlertWords, { alert_words: gone }, "alerts")]),
  ];
}

export const settingsForm: Form = {
  now: (view, { account }) => ({
    title: "Your settings",
    fields: [
      nameField(view),
      ...settingFields(view),
      zoneField,
      ...listFields(view),
      ...profileFields(view),
      ...accountFields(account),
    ],
    truth: { ...truthOf(view), ...accountTruth(account) },
  }),
  save: (view, _, change) => ({
    wishes: [...settingWishes(change), ...muteWishes(view, change)],
    calls: [
      ...(change.changed.has("name")
        ? [call(updateSettings, { full_name: (change.values["name"] ?? "").trim() }, "name")]
        : []),
      ...alertCalls(view, change),
      ...ownProfileCalls(view, change),
    ],
    done: "Changed your settings",
  }),
};
