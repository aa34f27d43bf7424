/** The forms of the organization's profile fields: creating, changing, reordering and deleting them. */

import { wholeNumberIn } from "#base/whole-number.ts";
import {
  callProblem,
  endpointForm,
  type FieldRow,
  field,
  type Now,
  serverSays,
} from "#commands/forms/endpoint-form.ts";
import { listOf, namesIn } from "#commands/forms/names.ts";
import type { Question } from "#commands/menus/menu.ts";
import type { Problem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { profileChoices } from "#model/select/people.ts";
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

const customAccount = "custom";

type Endpoint = typeof createProfileField | typeof updateProfileField;
type Shared = Pick<typeof createProfileField.parameters, keyof Endpoint["parameters"]>;
type FieldState = Partial<ProfileField> & Pick<ProfileField, "id" | "type">;

const others = ({ view, subject: { id } }: Now<FieldState>) =>
  view.organization.profileFields.filter((other) => other.id !== id);

/** The type that is chosen, or that the field has. */
const typeIn = ({ type }: FormValues, { subject }: Now<FieldState>) => Number(type ?? subject.type);

/** Both forms have the same, but only one chooses the type. */
function fieldsFor(to: Endpoint): readonly FieldRow<FieldState>[] {
  const isNew = to === createProfileField;
  return [
    field<FieldState, Shared>(to, "name", {
      label: "Name",
      value: ({ subject }) => subject.name ?? "",
      locked: ({ subject }) =>
        !isNew && isKnownAccount(subject) ? serverSays(renamedAccountType) : undefined,
      problem: (text, now) =>
        others(now).some((other) => other.name === text) ? serverSays(fieldNameTaken) : undefined,
    }),
    field(createProfileField, "field_type", {
      key: "type",
      label: "Type",
      value: ({ subject }) => subject.type,
      locked: () => (isNew ? undefined : "The type of a field cannot be changed."),
    }),
    field<FieldState, Shared>(to, "hint", {
      label: "Hint",
      value: ({ subject }) => subject.hint ?? "",
      placeholder: "what people should enter",
    }),
    field<FieldState, Shared>(to, "field_data", {
      key: "options",
      flag: "option",
      isList: true,
      label: "Options",
      isFor: ({ type }) => isNew || type === fieldTypes.options,
      value: ({ subject }) => listOf(optionsOf(subject).map(({ title }) => title)),
      placeholder: "comma-separated, in order",
      disabledBy: (all, now) =>
        typeIn(all, now) === fieldTypes.options ? undefined : "Only a list of options has options.",
      problem: (text) => {
        const options = namesIn(text);
        if (options.length === 0) return serverSays(noOptions);
        const isTwice = new Set(options).size < options.length;
        return isTwice ? serverSays(equalOptions) : undefined;
      },
      toRequest: (text, { subject }) => ({ request: { field_data: optionData(text, subject) } }),
    }),
    field<FieldState, Shared>(to, "field_data", {
      key: "service",
      label: "Service",
      isFor: ({ type }) => isNew || type === fieldTypes.account,
      value: ({ subject }) => accountText(subject),
      placeholder: "github, or https://… with %(username)s",
      disabledBy: (all, now) =>
        typeIn(all, now) === fieldTypes.account
          ? undefined
          : "Only an external account has a service.",
      problem: (text) => {
        if (text.trim() === "") return serverSays(withoutKind, { key: "subtype" });
        const isOpen = text.includes("://") && !text.includes("%(username)s");
        return isOpen ? serverSays(urlWithoutName) : undefined;
      },
      toRequest: (text) => ({ request: { field_data: accountData(text) } }),
    }),
    ...flagsFor(to),
  ];
}

function flagsFor(to: Endpoint): readonly FieldRow<FieldState>[] {
  return [
    field<FieldState, Shared>(to, "display_in_profile_summary", {
      key: "summary",
      label: "In summary",
      value: ({ subject }) => subject.display_in_profile_summary === true,
      problem: (value, now, all) =>
        value === "true" ? summaryProblem(typeIn(all, now), others(now)) : undefined,
    }),
    field<FieldState, Shared>(to, "required", {
      label: "Required",
      value: ({ subject }) => subject.required ?? false,
    }),
    field<FieldState, Shared>(to, "editable_by_user", {
      key: "editable",
      label: "Editable",
      value: ({ subject }) => subject.editable_by_user ?? true,
    }),
  ];
}

function summaryProblem(type: number, others: readonly ProfileField[]): Problem {
  if (type === fieldTypes.longText || type === fieldTypes.people)
    return serverSays(unsuitedForSummary);
  const limit = limits.profileFieldsInSummary;
  const shown = others.filter((other) => other.display_in_profile_summary);
  return shown.length >= limit ? serverSays(summaryFull, { limit }) : undefined;
}

function optionsOf({ field_data: data = "" }: FieldState) {
  return profileChoices({ field_data: data });
}

/** Options keep their keys, which the users' values refer to. */
function optionData(text: string, subject: FieldState) {
  const options = optionsOf(subject);
  const highest = options.reduce((most, { value }) => Math.max(most, Number(value) || 0), 0);
  const entries = namesIn(text).map((option, at) => {
    const key = options.find(({ title }) => title === option)?.value ?? String(highest + at + 1);
    return [key, { text: option, order: String(at + 1) }] as const;
  });
  return Object.fromEntries(entries);
}

function accountData(text: string) {
  const kind = text.trim();
  return kind.includes("://") ? { subtype: customAccount, url_pattern: kind } : { subtype: kind };
}

/** Whether the server names it. */
function isKnownAccount(subject: FieldState): boolean {
  return subject.type === fieldTypes.account && !accountText(subject).includes("://");
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

const position = field<ProfileField, typeof orderProfileFields.parameters>(
  orderProfileFields,
  "order",
  {
    key: "position",
    label: "Position",
    value: ({ view, subject }) => idsIn(view).indexOf(subject.id) + 1,
    placeholder: "its place among the fields, from 1 on",
    problem: (text, { view }) => {
      const { length } = idsIn(view);
      const place = wholeNumberIn(text) ?? 0;
      return place >= 1 && place <= length ? undefined : `A number from 1 to ${length}.`;
    },
    toRequest: (text, { view, subject: { id } }) => {
      const rest = idsIn(view).filter((other) => other !== id);
      return { request: { order: rest.toSpliced(Number(text) - 1, 0, id) } };
    },
  },
);

function idsIn({ organization }: Replica): readonly number[] {
  return organization.profileFields.map(({ id }) => id);
}

function fieldOf({ organization }: Replica, { id }: Pick<FormRef, "id">): ProfileField | undefined {
  return organization.profileFields.find((each) => each.id === id);
}

export const newFieldForm = endpointForm<FieldState>({
  saves: createProfileField,
  deed: "create profile fields",
  subject: () => ({ id: 0, type: fieldTypes.shortText }),
  title: () => "New profile field",
  fields: fieldsFor(createProfileField),
  submit: "Create the field",
  report: (_, { name = "" }) => `Created the field ${name.trim()}`,
});

export const fieldForm = endpointForm<ProfileField>({
  saves: updateProfileField,
  deed: "change profile fields",
  subject: fieldOf,
  title: ({ subject }) => `Profile field ${subject.name}`,
  fields: [...fieldsFor(updateProfileField), position],
  report: (_, { name = "" }) => `Changed the field ${name}`,
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
      locked: callProblem(view, deleteProfileField, "delete profile fields"),
      calls: [call(deleteProfileField, { field_id: fieldId })],
      report: `Deleted the field ${subject.name}`,
    }
  );
}
