/** The forms of the organization's profile fields: creating, changing, reordering and deleting them. */
import type { Question } from "#commands/menus/question.ts";
import type { Problem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { profileChoices } from "#model/select/profile.ts";
import { call, type FormRef, type FormValues } from "#store/forms.ts";
import {
  createProfileField,
  deleteProfileField,
  equalOptions,
  fieldNameTaken,
  noOptions,
  orderProfileFields,
  renamedAccountType,
  summaryFull,
  unsuitedForSummary,
  updateProfileField,
  urlWithoutName,
  withoutKind,
} from "#wire/endpoints/profile-fields.ts";
import { limits } from "#wire/limits.ts";
import { fieldTypes, type ProfileField } from "#wire/profile-field.ts";
import { callProblem, endpointForm, field, type SavedField } from "./endpoint-form.ts";
import { listOf, lockedBy, namesIn, serverSays } from "./parts.ts";

const customAccount = "custom";

type Endpoint = typeof createProfileField | typeof updateProfileField;
type FieldState = Partial<ProfileField> & Pick<ProfileField, "id" | "type">;

/** The fields that all types have; `about` is the current state. */
function sharedFields(view: Replica, to: Endpoint, subject: FieldState) {
  const { id, name = "", hint = "", required = false } = subject;
  const others = view.organization.profileFields.filter((other) => other.id !== id);
  return {
    name: field(view, to, "name", {
      label: "Name",
      value: name,
      problem: (text): Problem =>
        others.some((other) => other.name === text) ? serverSays(view, fieldNameTaken) : undefined,
    }),
    hint: field(view, to, "hint", {
      label: "Hint",
      value: hint,
      placeholder: "what people should enter",
    }),
    options: optionsField(view, to, subject),
    account: accountField(view, to, subject),
    summary: field(view, to, "display_in_profile_summary", {
      key: "summary",
      label: "In summary",
      value: subject.display_in_profile_summary === true,
      problem: (value, { type = String(subject.type) }) =>
        value === "true" ? summaryProblem(view, Number(type), others) : undefined,
    }),
    required: field(view, to, "required", { label: "Required", value: required }),
  };
}

function summaryProblem(view: Replica, type: number, others: readonly ProfileField[]): Problem {
  if (type === fieldTypes.longText || type === fieldTypes.people)
    return serverSays(view, unsuitedForSummary);
  const limit = limits.profileFieldsInSummary;
  const shown = others.filter((other) => other.display_in_profile_summary);
  return shown.length >= limit ? serverSays(view, summaryFull, { limit }) : undefined;
}

/** Options keep their keys, which the users' values refer to. */
function optionsField(view: Replica, to: Endpoint, subject: FieldState): SavedField {
  const known = profileChoices({ field_data: subject.field_data ?? "" });
  const highest = known.reduce((most, { value }) => Math.max(most, Number(value) || 0), 0);
  const isOfType = ({ type = String(subject.type) }: FormValues) =>
    type === String(fieldTypes.options);
  return field(view, to, "field_data", {
    key: "options",
    label: "Options",
    value: listOf(known.map(({ title }) => title)),
    placeholder: "comma-separated, in order",
    disabledBy: (all) => (isOfType(all) ? undefined : "Only a list of options has options."),
    problem: (text) => {
      const options = namesIn(text);
      if (options.length === 0) return serverSays(view, noOptions);
      const isTwice = new Set(options).size < options.length;
      return isTwice ? serverSays(view, equalOptions) : undefined;
    },
    toRequest: (text) => {
      const entries = namesIn(text).map((option, at) => {
        const key = known.find(({ title }) => title === option)?.value ?? String(highest + at + 1);
        return [key, { text: option, order: String(at + 1) }] as const;
      });
      return { request: { field_data: Object.fromEntries(entries) } };
    },
  });
}

function accountField(view: Replica, to: Endpoint, subject: FieldState): SavedField {
  const isOfType = ({ type = String(subject.type) }: FormValues) =>
    type === String(fieldTypes.account);
  return field(view, to, "field_data", {
    key: "account",
    label: "Account",
    value: accountText(subject),
    placeholder: "github, or https://… with %(username)s",
    disabledBy: (all) => (isOfType(all) ? undefined : "Only an external account has a site."),
    problem: (text) => {
      if (text.trim() === "") return serverSays(view, withoutKind, { key: "subtype" });
      const isOpen = text.includes("://") && !text.includes("%(username)s");
      return isOpen ? serverSays(view, urlWithoutName) : undefined;
    },
    toRequest: (text) => {
      const kind = text.trim();
      const isCustom = kind.includes("://");
      const setup = isCustom ? { subtype: customAccount, url_pattern: kind } : { subtype: kind };
      return { request: { field_data: setup } };
    },
  });
}

function accountText({ type, field_data = "" }: FieldState): string {
  if (type !== fieldTypes.account) return "";
  try {
    const { subtype = "", url_pattern: pattern } = JSON.parse(field_data);
    return String(pattern ?? subtype);
  } catch {
    return "";
  }
}

function typeField(view: Replica, value: number): SavedField {
  return field(view, createProfileField, "field_type", { key: "type", label: "Type", value });
}

function positionField(view: Replica, own: ProfileField): SavedField {
  const ids = view.organization.profileFields.map(({ id }) => id);
  return field(view, orderProfileFields, "order", {
    key: "position",
    label: "Position",
    value: String(ids.indexOf(own.id) + 1),
    placeholder: `from 1 to ${ids.length}`,
    problem: (text) => {
      const place = Number(text);
      const isPlace = Number.isInteger(place) && place >= 1 && place <= ids.length;
      return isPlace ? undefined : `A number from 1 to ${ids.length}.`;
    },
    toRequest: (text) => {
      const others = ids.filter((id) => id !== own.id);
      return { request: { order: others.toSpliced(Number(text) - 1, 0, own.id) } };
    },
  });
}

function fieldOf({ organization }: Replica, { id }: Pick<FormRef, "id">): ProfileField | undefined {
  return organization.profileFields.find((each) => each.id === id);
}

export const newFieldForm = endpointForm({
  saves: createProfileField,
  subject: () => ({ id: 0, type: fieldTypes.shortText }),
  title: () => "New profile field",
  fields: (view, subject) => {
    const { name, ...others } = sharedFields(view, createProfileField, subject);
    return [name, typeField(view, subject.type), ...Object.values(others)];
  },
  submit: "Create the field",
  done: (_, { name = "" }) => `Created the field ${name.trim()}`,
});

export const fieldForm = endpointForm({
  saves: updateProfileField,
  subject: fieldOf,
  title: ({ name }) => `Profile field ${name}`,
  fields: (view, subject) => {
    const shared = sharedFields(view, updateProfileField, subject);
    const isUsual = subject.type === fieldTypes.account && !shared.account.value.includes("://");
    const fixedName = isUsual ? serverSays(view, renamedAccountType) : undefined;
    return [
      lockedBy(shared.name, shared.name.locked ?? fixedName),
      lockedBy(typeField(view, subject.type), "The type of a field cannot be changed."),
      shared.hint,
      ...(subject.type === fieldTypes.options ? [shared.options] : []),
      ...(subject.type === fieldTypes.account ? [shared.account] : []),
      shared.summary,
      shared.required,
      positionField(view, subject),
    ];
  },
  done: (_, { name = "" }) => `Changed the field ${name}`,
});

export function deleteFieldQuestion(
  view: Replica,
  { fieldId }: { readonly fieldId: number },
): Question | undefined {
  const subject = fieldOf(view, { id: fieldId });
  return (
    subject && {
      title: `Delete the field ${subject.name}?`,
      lines: ["Everybody's values are deleted, too.", "This cannot be undone."],
      keep: "Keep the field",
      confirm: "Delete the field",
      key: "d",
      danger: true,
      locked: callProblem(view, deleteProfileField),
      calls: [call(deleteProfileField, { field_id: fieldId })],
      done: `Deleted the field ${subject.name}`,
    }
  );
}
