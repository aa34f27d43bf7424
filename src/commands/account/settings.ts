/** The form of the user's own account: name, settings, profile, the account and its key; and switching to another account. */
import { get } from "#base/table.ts";
import {
  endpointForm,
  type FieldRow,
  field,
  type Now,
  ownField,
  type SavedField,
  section,
} from "#commands/forms/endpoint-form.ts";
import type { Form, Option } from "#commands/forms/form.ts";
import { listOf, namesIn, peopleNamed } from "#commands/forms/names.ts";
import type { Question } from "#commands/menus/menu.ts";
import { personNameTaken, profileFields } from "#commands/person/form.ts";
import type { SettingName } from "#journal/actions/account.ts";
import type { Action } from "#journal/intent.ts";
import { isAdministrator } from "#model/permissions.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { OpenAccount } from "#store/account.ts";
import type { About } from "#store/dialog.ts";
import { type Call, call, type FormName, type FormRef } from "#store/forms.ts";
import type { State } from "#store/state.ts";
import { updateOwnProfile } from "#wire/endpoints/profile-fields.ts";
import { addAlertWords, removeAlertWords, updateSettings } from "#wire/endpoints/settings.ts";
import type { UserId } from "#wire/ids.ts";

/** A setting that changes what weir does. Those that the server did not send do not exist there; except the time zone, which may be unset. */
function settingField(
  property: SettingName,
  label: string,
  options?: readonly Option[],
): FieldRow<Person> {
  const valueIn = ({ view }: Now<Person>) => {
    const settings: Readonly<Record<string, unknown>> = view.settings;
    return settings[property];
  };
  return field(updateSettings, property, {
    flag: property.replace(
      /^(?:web|enable)_|(?:_on_scroll|_topic_notice_auto_read)_policy$|(?:left_|show_channel_)/g,
      "",
    ),
    label,
    ...(options !== undefined && { kind: { type: "choice", options } as const }),
    value: (now) => String(valueIn(now) ?? ""),
    placeholder: "such as Europe/Berlin; empty: as here",
    locked: (now) =>
      valueIn(now) === undefined && property !== "timezone"
        ? "This server does not know this setting."
        : undefined,
    toRequest: (text) => {
      const isFlag = text === "true" || text === "false";
      const number = property === "web_mark_read_on_scroll_policy" ? Number(text) : text;
      return { actions: [{ kind: "setting", property, value: isFlag ? text === "true" : number }] };
    },
  });
}

/** Notices that a topic was resolved, which the server itself marks as read. */
const noticeOptions: readonly Option[] = [
  { value: "always", title: "Always" },
  { value: "except_followed", title: "Except followed" },
  { value: "never", title: "Never" },
];

function alertCalls({ alertWords }: Replica, words: readonly string[]): readonly Call[] {
  const added = words.filter((word) => !alertWords.includes(word));
  const removed = alertWords.filter((word) => !words.includes(word));
  return [
    ...(added.length === 0 ? [] : [call(addAlertWords, { alert_words: added }, "alerts")]),
    ...(removed.length === 0 ? [] : [call(removeAlertWords, { alert_words: removed }, "alerts")]),
  ];
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

export const settingsForm = endpointForm<Person>({
  saves: updateSettings,
  deed: "change their settings",
  subject: (view) => get(view.people, view.ownId),
  title: () => "Your settings",
  fields: [
    ...section("You", [
      field(updateSettings, "full_name", {
        key: "name",
        label: "Name",
        value: ({ subject }) => subject.name,
        locked: ({ view }) =>
          view.organization.settings["name_changes_disabled"] === true && !isAdministrator(view)
            ? "Name changes are disabled in this organization."
            : undefined,
        problem: personNameTaken,
      }),
      settingField("timezone", "Time zone"),
      settingField("twenty_four_hour_time", "24-hour time"),
    ]),
    ...section("Reading", [
      settingField("web_mark_read_on_scroll_policy", "Mark as read"),
      settingField(
        "resolved_topic_notice_auto_read_policy",
        "Mark resolved as read",
        noticeOptions,
      ),
      settingField("web_left_sidebar_show_channel_folders", "Folders: sidebar"),
      settingField("web_inbox_show_channel_folders", "Folders: inbox"),
      settingField("hide_ai_features", "Hide summaries of the server"),
      field(addAlertWords, "alert_words", {
        key: "alerts",
        label: "Alert words",
        value: ({ view }) => listOf(view.alertWords),
        placeholder: "words that notify you, comma-separated",
        toRequest: (text, { view }) => ({ calls: alertCalls(view, namesIn(text)) }),
      }),
      ownField({
        key: "muted",
        label: "Muted people",
        kind: { type: "people", placeholder: "nobody" },
        value: ({ view }) => [...view.mutedPeople],
        toRequest: (text, { view }) => ({ actions: muteActions(view, text) }),
      }),
    ]),
    ...section("Writing", [
      settingField("enter_sends", "Enter sends"),
      settingField("enable_drafts_synchronization", "Share drafts"),
    ]),
    ...section("Shown to others", [
      settingField("presence_enabled", "Presence"),
      settingField("send_private_typing_notifications", "Typing: direct"),
      settingField("send_stream_typing_notifications", "Typing: topics"),
    ]),
  ],
  more: (now) => [
    ...profileFields(now, updateOwnProfile),
    ...optionFields(now.ref),
    ...accountFields(now.ref.account),
  ],
  report: () => "Changed your settings",
});

/** Fields of the user's own settings that open these forms; none if there is nothing to choose from. */
function accountFields(account: OpenAccount | undefined): readonly SavedField[] {
  if (account === undefined) return [];
  const opening = (opens: FormName | About) => ({
    section: "Account",
    kind: { type: "open", opens } as const,
    toRequest: () => ({}),
  });
  const { keyPlace } = account;
  return [
    { key: "account", label: "Account", value: titleOf(account), ...opening("accounts") },
    {
      key: "api-key",
      label: "API key",
      value: `Kept ${keyPlace}`,
      ...opening({ kind: "renew-key" }),
    },
  ];
}

function optionFields({ options }: FormRef): readonly SavedField[] {
  if (options === undefined) return [];
  return [
    {
      key: "options",
      label: "Options",
      section: "Weir",
      value: "Theme, mouse, undo of sends …",
      kind: { type: "open", opens: "options" },
      toRequest: () => ({}),
    },
  ];
}

function titleOf({ name, all }: OpenAccount): string {
  const entry = all.find((one) => one.name === name);
  return entry === undefined ? "Not in the configuration file" : `${entry.name}  ${entry.title}`;
}

export const accountsForm: Form = {
  declared: [],
  now: (_, ref) => {
    const all = ref.account?.all ?? [];
    const shownName = ref.account?.name ?? "";
    const none = all.every(({ name }) => name === shownName)
      ? "The configuration file has no other account: weir login adds one."
      : undefined;
    const options = all.map(({ name, title }) => ({ value: name, title: `${name}  ${title}` }));
    const ownOption = { value: "", title: "This account" };
    const shown = shownName === "" ? [ownOption, ...options] : options;
    return {
      title: "Accounts",
      explanation: ["Drafts and unsent messages stay with their account."],
      fields: [
        {
          key: "account",
          label: "Account",
          kind: { type: "choice", options: shown },
          ...(none !== undefined && { locked: none }),
        },
      ],
      truth: { account: shownName },
      submitChange: "Switch to this account",
    };
  },
  save: (_, __, { values }) => {
    const { account = "" } = values;
    return { opens: account, report: `Opened ${account}` };
  },
};

export function renewKeyQuestion({ session: { account } }: Pick<State, "session">): Question {
  return {
    title: "Regenerate your API key?",
    lines: [
      `Your key is stored ${account?.keyPlace ?? "nowhere"}. The new one replaces it there.`,
      "The old key stops working at once, in every program that uses it.",
      "This cannot be undone.",
    ],
    keep: "Keep the key",
    confirm: "Regenerate the key",
    key: "r",
    danger: true,
    locked: account?.keyProblem,
    renewsKey: true,
    report: "Regenerated your API key, and saved the new one",
  };
}
