/** The forms of the organization's profile fields: new ones, what a field is, where it stands, and deleting it. */
import type { Problem } from "#model/limits.ts";
import { administratorProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { profileChoices } from "#model/select/profile-text.ts";
import { type Call, call, type FormValues } from "#store/forms.ts";
import {
  createProfileField,
  deleteProfileField,
  orderProfileFields,
  updateProfileField,
} from "#wire/endpoints/profile-fields.ts";
import { limits } from "#wire/limits.ts";
import { fieldTypes, type ProfileField } from "#wire/profile-field.ts";
import type { Change, Field, Form } from "./form.ts";
import {
  choice,
  flag,
  levelProblem,
  listOf,
  lockedBy,
  namesIn,
  serverWords,
  textProblem,
} from "./parts.ts";

export const typeTitles: Readonly<Record<number, string>> = {
  [fieldTypes.shortText]: "Short text",
  [fieldTypes.longText]: "Long text",
  [fieldTypes.options]: "List of options",
  [fieldTypes.date]: "Date",
  [fieldTypes.link]: "Link",
  [fieldTypes.people]: "People",
  [fieldTypes.account]: "External account",
  [fieldTypes.pronouns]: "Pronouns",
};

const saidWhen = serverWords(createProfileField.errors, updateProfileField.errors);
const customAccount = "custom";

function otherFields({ organization }: Replica, own: number): readonly ProfileField[] {
  return organization.profileFields.filter(({ id }) => id !== own);
}

function nameField(view: Replica, own: number): Field {
  return {
    key: "name",
    label: "Name",
    kind: { type: "text" },
    problem: (text): Problem => {
      const problem = textProblem(view, createProfileField.parameters.name, text);
      if (problem !== undefined) return problem;
      const isTaken = otherFields(view, own).some((field) => field.name === text.trim());
      return isTaken ? saidWhen(view, "name taken") : undefined;
    },
  };
}

function hintField(view: Replica): Field {
  return {
    key: "hint",
    label: "Hint",
    kind: { type: "text", placeholder: "what people should write there" },
    problem: (text) => textProblem(view, createProfileField.parameters.hint, text),
  };
}

const withoutKind = "option without text or order, account without kind";

/** What some types are set up with; the others ignore it. */
function setupFields(view: Replica): readonly Field[] {
  return [
    {
      key: "options",
      label: "Options",
      kind: { type: "text", placeholder: "of a list: with commas, in their order" },
      problem: (text, { type }) => {
        if (type !== String(fieldTypes.options)) return undefined;
        const options = namesIn(text);
        if (options.length === 0) return saidWhen(view, "no options");
        const isTwice = new Set(options).size < options.length;
        return isTwice ? saidWhen(view, "options with one text") : undefined;
      },
    },
    {
      key: "account",
      label: "Account",
      kind: { type: "text", placeholder: "github, or https://… with %(username)s" },
      problem: (text, { type }) => {
        if (type !== String(fieldTypes.account)) return undefined;
        if (text.trim() === "") return saidWhen(view, withoutKind, { key: "subtype" });
        const isOpen = text.includes("://") && !text.includes("%(username)s");
        return isOpen ? saidWhen(view, "address without a place for the name") : undefined;
      },
    },
  ];
}

function summaryField(view: Replica, own: number): Field {
  return {
    ...lockedBy(
      flag("summary", "In summary"),
      levelProblem(view, createProfileField.parameters.display_in_profile_summary),
    ),
    problem: (value, { type }) => {
      if (value !== "true") return undefined;
      const kind = Number(type);
      if (kind === fieldTypes.longText || kind === fieldTypes.people)
        return saidWhen(view, "type not allowed in the summary");
      const others = otherFields(view, own).filter((field) => field.display_in_profile_summary);
      return others.length >= limits.profileFieldsInSummary
        ? saidWhen(view, "a third field in the summary", { limit: limits.profileFieldsInSummary })
        : undefined;
    },
  };
}

function requiredField(view: Replica): Field {
  const { required } = createProfileField.parameters;
  return lockedBy(flag("required", "Required"), levelProblem(view, required));
}

/** Options keep the keys that people have chosen them by. */
function setupOf({ values }: Change, before: ProfileField | undefined) {
  const { type, options = "", account = "" } = values;
  if (type === String(fieldTypes.options)) {
    const known = before === undefined ? [] : profileChoices(before);
    const entries = namesIn(options).map((text, at) => {
      const key = known.find(({ title }) => title === text)?.value ?? freshKey(known, at);
      return [key, { text, order: String(at + 1) }] as const;
    });
    return { field_data: Object.fromEntries(entries) };
  }
  if (type !== String(fieldTypes.account)) return {};
  const kind = account.trim();
  return {
    field_data: kind.includes("://")
      ? { subtype: customAccount, url_pattern: kind }
      : { subtype: kind },
  };
}

function freshKey(known: ReturnType<typeof profileChoices>, at: number): string {
  const highest = known.reduce((most, { value }) => Math.max(most, Number(value) || 0), 0);
  return String(highest + at + 1);
}

function accountText(field: ProfileField): string {
  if (field.type !== fieldTypes.account) return "";
  try {
    const { subtype = "", url_pattern: pattern } = JSON.parse(field.field_data);
    return String(pattern ?? subtype);
  } catch {
    return "";
  }
}

function typeField(): Field {
  const options = Object.entries(typeTitles).map(([value, title]) => ({ value, title }));
  return choice("type", "Type", options);
}

function orderField({ organization }: Replica): Field {
  const count = organization.profileFields.length;
  return {
    key: "position",
    label: "Position",
    kind: { type: "text" },
    problem: (text) => {
      const place = Number(text);
      const isPlace = Number.isInteger(place) && place >= 1 && place <= count;
      return isPlace ? undefined : `A number from 1 to ${count}.`;
    },
  };
}

export const newFieldForm: Form = {
  now: (view) => ({
    title: "New profile field",
    locked: administratorProblem(view),
    fields: [
      nameField(view, 0),
      typeField(),
      hintField(view),
      ...setupFields(view),
      summaryField(view, 0),
      requiredField(view),
    ],
    truth: {
      name: "",
      type: String(fieldTypes.shortText),
      hint: "",
      options: "",
      account: "",
      summary: "false",
      required: "false",
    },
    submit: "Create the field",
  }),
  save: (_, __, change) => {
    const { name = "", hint = "", type } = change.values;
    const create = call(createProfileField, {
      field_type: Number(type),
      name: name.trim(),
      hint,
      ...flags(change.values),
      ...setupOf(change, undefined),
    });
    return { calls: [create], done: `Created the field ${name.trim()}` };
  },
};

function flags({ summary, required }: FormValues) {
  return { display_in_profile_summary: summary === "true", required: required === "true" };
}

function fieldOf({ organization }: Replica, id: number): ProfileField | undefined {
  return organization.profileFields.find((field) => field.id === id);
}

export const fieldForm: Form = {
  now: (view, { id }) => {
    const field = fieldOf(view, id);
    if (field === undefined) return undefined;
    const locked = administratorProblem(view);
    const { profileFields } = view.organization;
    const isUsual = field.type === fieldTypes.account && !accountText(field).includes("://");
    const fields = [
      lockedBy(
        nameField(view, id),
        isUsual ? saidWhen(view, "a usual account called otherwise") : undefined,
      ),
      lockedBy(typeField(), "The type of a field is for good."),
      hintField(view),
      ...setupFields(view).filter(({ key }) =>
        key === "options" ? field.type === fieldTypes.options : field.type === fieldTypes.account,
      ),
      summaryField(view, id),
      requiredField(view),
      orderField(view),
    ];
    return {
      title: `Profile field ${field.name}`,
      fields: fields.map((each) => (each.locked === undefined ? lockedBy(each, locked) : each)),
      truth: {
        name: field.name,
        type: String(field.type),
        hint: field.hint,
        options: listOf(profileChoices(field).map(({ title }) => title)),
        account: accountText(field),
        summary: String(field.display_in_profile_summary === true),
        required: String(field.required === true),
        position: String(profileFields.indexOf(field) + 1),
      },
    };
  },
  save: (view, { id }, change) => {
    const field = fieldOf(view, id);
    return {
      calls:
        field === undefined ? [] : [...factCalls(field, change), ...orderCalls(view, id, change)],
      done: `Changed the field ${change.values["name"] ?? ""}`,
    };
  },
};

function factCalls(field: ProfileField, change: Change): readonly Call[] {
  const { values, changed } = change;
  const isSetUp = changed.has("options") || changed.has("account");
  const request = {
    ...(changed.has("name") && { name: (values["name"] ?? "").trim() }),
    ...(changed.has("hint") && { hint: values["hint"] ?? "" }),
    ...(changed.has("summary") && { display_in_profile_summary: values["summary"] === "true" }),
    ...(changed.has("required") && { required: values["required"] === "true" }),
    ...(isSetUp && setupOf(change, field)),
  };
  return Object.keys(request).length === 0
    ? []
    : [call(updateProfileField, { field_id: field.id, ...request })];
}

function orderCalls(view: Replica, id: number, { values, changed }: Change): readonly Call[] {
  if (!changed.has("position")) return [];
  const others = otherFields(view, id).map((field) => field.id);
  const order = others.toSpliced(Number(values["position"]) - 1, 0, id);
  return [call(orderProfileFields, { order }, "position")];
}

export const deleteFieldForm: Form = {
  now: (view, { id }) => {
    const field = fieldOf(view, id);
    if (field === undefined) return undefined;
    return {
      title: `Delete the field ${field.name}?`,
      told: ["What everybody wrote there is gone too.", "This cannot be undone."],
      locked: administratorProblem(view),
      fields: [],
      truth: {},
      submit: "Delete the field",
      keep: "Keep the field",
    };
  },
  save: (view, { id }) => ({
    calls: [call(deleteProfileField, { field_id: id })],
    done: `Deleted the field ${fieldOf(view, id)?.name ?? ""}`,
  }),
};
