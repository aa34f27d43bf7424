/** The form of the user's own account: name, the settings that weir respects, alert words, muted users, profile. */
import { get } from "#base/table.ts";
import type { SettingName } from "#journal/actions/setting.ts";
import type { Action } from "#journal/intent.ts";
import { administratorProblem } from "#model/permissions.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { type Call, call } from "#store/forms.ts";
import { updateOwnProfile } from "#wire/endpoints/profile-fields.ts";
import { addAlertWords, removeAlertWords, updateSettings } from "#wire/endpoints/settings.ts";
import type { UserId } from "#wire/ids.ts";
import { accountFields } from "./account.ts";
import { endpointForm, field, type SavedField } from "./endpoint-form.ts";
import { listOf, namesIn, namesOf, peopleNamed, unknownName } from "./parts.ts";
import { personNameTaken } from "./person.ts";
import { profileFields } from "./profile-values.ts";

/** The settings that change what weir does. */
const settings: readonly (readonly [SettingName, string])[] = [
  ["twenty_four_hour_time", "24-hour time"],
  ["enter_sends", "Enter toRequest"],
  ["web_mark_read_on_scroll_policy", "Mark as read"],
  ["enable_drafts_synchronization", "Share drafts"],
  ["presence_enabled", "Show my presence"],
  ["send_private_typing_notifications", "Send typing: direct"],
  ["send_stream_typing_notifications", "Send typing: topics"],
  ["timezone", "Time zone"],
];

/** Settings that the server did not send do not exist there; except the time zone, which may be unset. */
function settingField(
  view: Replica,
  [property, label]: readonly [SettingName, string],
): SavedField {
  const settings: Readonly<Record<string, unknown>> = view.settings;
  const { [property]: value } = settings;
  const isUnknown = value === undefined && property !== "timezone";
  return field(view, updateSettings, property, {
    label,
    value: String(value ?? ""),
    placeholder: "such as Europe/Berlin; empty: this computer's",
    locked: isUnknown ? "This server does not know this setting." : undefined,
    toRequest: (text) => {
      const isFlag = text === "true" || text === "false";
      const number = property === "web_mark_read_on_scroll_policy" ? Number(text) : text;
      return { actions: [{ kind: "setting", property, value: isFlag ? text === "true" : number }] };
    },
  });
}

function nameField(view: Replica, { id, name }: Person): SavedField {
  const isFixed = view.organization.settings["name_changes_disabled"] === true;
  const locked = isFixed && administratorProblem(view) !== undefined;
  return field(view, updateSettings, "full_name", {
    key: "name",
    label: "Name",
    value: name,
    locked: locked ? "Name changes are disabled in this organization." : undefined,
    problem: personNameTaken(view, id),
  });
}

function alertField(view: Replica): SavedField {
  return field(view, addAlertWords, "alert_words", {
    key: "alerts",
    label: "Alert words",
    value: listOf(view.alertWords),
    placeholder: "words that notify you, comma-separated",
    toRequest: (text) => ({ calls: alertCalls(view, namesIn(text)) }),
  });
}

function alertCalls({ alertWords }: Replica, words: readonly string[]): readonly Call[] {
  const added = words.filter((word) => !alertWords.includes(word));
  const removed = alertWords.filter((word) => !words.includes(word));
  return [
    ...(added.length === 0 ? [] : [call(addAlertWords, { alert_words: added }, "alerts")]),
    ...(removed.length === 0 ? [] : [call(removeAlertWords, { alert_words: removed }, "alerts")]),
  ];
}

function mutedField(view: Replica): SavedField {
  return {
    key: "muted",
    label: "Muted people",
    kind: { type: "people", placeholder: "nobody" },
    value: namesOf(view, [...view.mutedPeople]),
    problem: (text) => unknownName(view, text),
    toRequest: (text) => ({ actions: muteActions(view, text) }),
  };
}

function muteActions(view: Replica, text: string): readonly Action[] {
  const people = new Set(peopleNamed(view, text));
  people.delete(view.ownId);
  const action = (op: "add" | "remove") => (userId: UserId) =>
    ({ kind: "mute-person", op, userId }) as const;
  const removed = [...view.mutedPeople].filter((id) => !people.has(id));
  const added = [...people].filter((id) => !view.mutedPeople.has(id));
  return [...removed.map(action("remove")), ...added.map(action("add"))];
}

export const settingsForm = endpointForm({
  saves: updateSettings,
  subject: (view) => get(view.people, view.ownId),
  title: () => "Your settings",
  fields: (view, person, { account }) => [
    nameField(view, person),
    ...settings.map((row) => settingField(view, row)),
    alertField(view),
    mutedField(view),
    ...profileFields(view, person, updateOwnProfile),
    ...accountFields(account),
  ],
  done: () => "Changed your settings",
});
