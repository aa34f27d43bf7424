/** The errors of every form about people, groups, profile fields and the user's own account. */
import { get, newBatch, put } from "#base/table.ts";
import type { FormName } from "#store/forms.ts";
import type { GroupId, UserId } from "#wire/ids.ts";
import {
  administratorsOnly,
  field,
  folder,
  gone,
  long,
  member,
  type Row,
  type StreamForm,
  snippet,
  testRefusals,
  tooOld,
  type View,
  withFields,
  withFolder,
  withoutPermission,
  withPerson,
  withRule,
  withSnippet,
} from "../support/form-refusals.ts";
import { people } from "../support/small-blueprint.ts";

const batch = () => newBatch("test");
const crew = 1 as GroupId;
const bo = people.bo as UserId;

const withCrewNamed =
  (name: string): View =>
  (view) => {
    const group = get(view.groups, crew);
    if (group === undefined) throw new RangeError("No group.");
    return { ...view, groups: put(view.groups, crew, { ...group, name }, batch()) };
  };

const rows: Record<Exclude<FormName, StreamForm>, Row> = {
  person: {
    ref: { name: "person", id: bo },
    role: {
      typed: { role: "100" },
      field: "role",
      error: /^Only owners may appoint, change or deactivate owners\.$/,
    },
    level: "names, roles and values are changed at every level",
    limit: { typed: { name: long }, field: "name", error: /^Name too long!$/ },
    conflict: {
      typed: { name: "Bo L" },
      change: withPerson(bo, { name: "Bo Lund" }),
      field: "name",
    },
  },
  deactivate: {
    ref: { name: "deactivate", id: bo },
    role: { as: member, error: administratorsOnly },
    level: { level: 134, field: "mail", error: tooOld },
    limit: {
      typed: { mail: "true", comment: long },
      field: "comment",
      error: /too long \(limit: 2000/,
    },
    conflict: { change: withPerson(bo, { isActive: false }) },
  },
  settings: {
    ref: { name: "settings", id: 0 },
    role: {
      as: (view) => withRule("name_changes_disabled", true)(member(view)),
      field: "name",
      error: /^Name changes are disabled/,
    },
    level: {
      as: (view) => ({
        ...view,
        settings: { ...view.settings, web_mark_read_on_scroll_policy: undefined } as never,
      }),
      level: 174,
      field: "web_mark_read_on_scroll_policy",
      error: tooOld,
    },
    limit: { typed: { timezone: "Mars" }, field: "timezone", error: /not a recognized time zone$/ },
    conflict: {
      typed: { alerts: "oar" },
      change: (view) => ({ ...view, alertWords: ["kettle"] }),
      field: "alerts",
    },
  },
  accounts: {
    ref: { name: "accounts", id: 0, account: { name: "a", all: [], keyPlace: "" } },
    role: { field: "account", error: /has no other account: weir login adds one\.$/ },
    level: "no request is sent",
    limit: "one of a list is chosen",
    conflict: gone,
  },
  options: {
    ref: { name: "options", id: 0, options: { archiveSize: "500" } },
    role: "they are the user's own",
    level: "no request is sent",
    limit: {
      typed: { archiveSize: "1" },
      field: "archiveSize",
      error: /^archive_size is 1; it must be a number of at least 10\.$/,
    },
    conflict: "they are as when it was opened",
  },
  group: {
    ref: { name: "group", id: crew },
    role: {
      // Cleo made the group.
      as: (view) => ({ ...view, ownId: people.ana as UserId }),
      field: "name",
      error: /^Only owners and Cleo Vane may change groups\.$/,
    },
    level: { level: 126, field: "subgroups", error: tooOld },
    limit: { typed: { name: long }, field: "name", error: /cannot exceed 100 characters\.$/ },
    conflict: {
      typed: { name: "rowers" },
      change: withCrewNamed("sailors"),
      field: "name",
    },
  },
  "new-group": {
    ref: { name: "new-group", id: 0 },
    role: {
      as: withoutPermission("can_create_groups"),
      error: /^Only administrators may create groups\.$/,
    },
    level: "groups are made at every level",
    limit: { typed: { name: long }, field: "name", error: /cannot exceed 100 characters\.$/ },
    conflict: {
      typed: { name: "rowers" },
      change: withCrewNamed("rowers"),
      field: "name",
      error: /^User group 'rowers' already exists\.$/,
    },
  },
  field: {
    ref: { name: "field", id: field.id },
    role: {
      as: (view) => member(withFields(field)(view)),
      field: "name",
      error: administratorsOnly,
    },
    level: { as: withFields(field), level: 243, field: "required", error: tooOld },
    limit: {
      as: withFields(field),
      typed: { hint: long },
      field: "hint",
      error: /^hint is too long \(limit: 80 characters\)$/,
    },
    conflict: {
      typed: { name: "Ship" },
      change: withFields({ ...field, name: "Raft" }),
      field: "name",
    },
  },
  "new-field": {
    ref: { name: "new-field", id: 0 },
    role: { as: member, error: administratorsOnly },
    level: { level: 145, field: "summary", error: tooOld },
    limit: { typed: { name: long }, field: "name", error: /^name is too long \(limit: 40/ },
    conflict: {
      typed: { name: "Raft" },
      change: withFields({ ...field, name: "Raft" }),
      field: "name",
      error: /^A field with that label already exists\.$/,
    },
  },
  report: {
    ref: { name: "report", id: 104 },
    role: { as: withRule("moderation_request_channel_id", -1), error: /does not take reports/ },
    level: { level: 381, error: tooOld },
    limit: {
      typed: { text: long },
      field: "text",
      error: /^description is too long \(limit: 1000 characters\)$/,
    },
    conflict: "nobody else can see it",
  },
  folder: {
    ref: { name: "folder", id: folder.id },
    role: { as: member, field: "name", error: administratorsOnly },
    level: { level: 388, field: "name", error: tooOld },
    limit: { typed: { name: long }, field: "name", error: /^name is too long \(limit: 60/ },
    conflict: {
      typed: { description: "all that floats" },
      change: withFolder({ ...folder, description: "what floats" }),
      field: "description",
    },
  },
  "new-folder": {
    ref: { name: "new-folder", id: 0 },
    role: { as: member, error: administratorsOnly },
    level: { level: 388, error: tooOld },
    limit: { typed: { name: long }, field: "name", error: /^name is too long \(limit: 60/ },
    conflict: {
      typed: { name: "Rafts" },
      change: withFolder({ ...folder, name: "Rafts" }),
      field: "name",
      error: /^Stream folder name already in use$/,
    },
  },
  snippet: {
    ref: { name: "snippet", id: snippet.id },
    role: "they are the user's own",
    level: { level: 367, field: "text", error: tooOld },
    limit: {
      typed: { text: "x".repeat(100_000) },
      field: "text",
      error: /^content is too long \(limit: 10000 characters\)$/,
    },
    conflict: {
      typed: { text: "Good morning" },
      change: withSnippet({ ...snippet, content: "Moin" }),
      field: "text",
    },
  },
  "new-snippet": {
    ref: { name: "new-snippet", id: 0 },
    role: "they are the user's own",
    level: "the server that stores none says so in the list",
    limit: { typed: { name: long }, field: "name", error: /^title is too long \(limit: 60/ },
    conflict: "two may have the same name",
  },
};

testRefusals(rows);
