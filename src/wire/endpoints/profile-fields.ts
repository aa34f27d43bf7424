/** Endpoints for custom profile fields and their values. */
import * as z from "zod";
import { atMost, errorsOf, notBlank, that } from "#wire/checks.ts";
import {
  type Check,
  type ErrorRow,
  endpoint,
  json,
  numbered,
  optional,
  plain,
} from "#wire/endpoint.ts";
import { refused, tooLong } from "#wire/error-rows.ts";
import { since } from "#wire/levels.ts";
import { asked, identifies, object } from "#wire/object.ts";
import { fieldData, fieldTypes, type ProfileField, profileField } from "#wire/profile-field.ts";
import { administrators, humans } from "#wire/user.ts";

const noSuchField = refused("field unknown", "Field id <id> not found.");

const shape = {
  name: optional(
    plain(z.string(), {
      isTrimmed: true,
      checks: [
        notBlank(refused("name empty", "Label cannot be blank.")),
        atMost("profileFieldNameLength", tooLong("name")),
      ],
    }),
  ),
  hint: optional(
    plain(z.string(), { checks: [atMost("profileFieldHintLength", tooLong("hint"))] }),
  ),
  field_data: optional(
    json(fieldData, {
      description: "for a list of options: each key with text and order",
    }),
  ),
  display_in_profile_summary: optional(json(z.boolean(), { since: 146, default: false })),
  required: optional(json(z.boolean(), { since: 244, default: false })),
  editable_by_user: optional(json(z.boolean(), { since: since.managedFields, default: true })),
};

export const summaryFull = refused(
  "a third field in the summary",
  "Only <limit> custom profile fields can be displayed in the profile summary.",
);

export const fieldNameTaken = refused("name taken", "A field with that label already exists.");

export const unsuitedForSummary = refused(
  "type not allowed in the summary",
  "Field type not supported for display in profile summary.",
);

export const noOptions = refused("no options", "Field must have at least one choice.");

export const equalOptions = refused(
  "options with the same text",
  "Field must not have duplicate choices.",
);

export const urlWithoutName = refused(
  "URL without a placeholder for the name",
  "URL pattern must contain '%(username)s'.",
);

export const withoutKind = refused(
  "option without text or order, account without kind",
  "<key> key is missing from field_data",
);

const badField: readonly ErrorRow[] = [
  ...errorsOf(shape.name),
  ...errorsOf(shape.hint),
  fieldNameTaken,
  noOptions,
  equalOptions,
  withoutKind,
  refused("blank value", 'field_data["<key>"] cannot be blank.'),
  refused("unexpected keys", "Unexpected arguments: <keys>"),
  refused("kind of account unknown", "Invalid external account type"),
  refused(
    "account of your own without an address",
    "Custom external account must define URL pattern",
  ),
  urlWithoutName,
  summaryFull,
  unsuitedForSummary,
];

const summaryLimit = { of: "Fields shown in profile summary", value: "at most 2 per organization" };

export const createProfileField = endpoint("POST /realm/profile_fields", {
  heading: "POST /realm/profile_fields — create a custom profile field",
  summary: "creates a profile field; administrators only",
  parameters: {
    ...shape,
    field_type: numbered([
      { value: fieldTypes.shortText, words: "short text" },
      { value: fieldTypes.longText, words: "long text" },
      { value: fieldTypes.options, words: "options" },
      { value: fieldTypes.date, words: "date" },
      { value: fieldTypes.link, words: "link" },
      { value: fieldTypes.people, words: "people" },
      { value: fieldTypes.account, words: "account" },
      { value: fieldTypes.pronouns, words: "pronouns", since: since.pronouns },
    ]),
  },
  who: [administrators],
  answer: object({ id: z.int() }, { id: identifies }),
  errors: [...badField, refused("type unknown", "Invalid field type.")],
  limits: [summaryLimit],
});

export const getProfileFields = endpoint("GET /realm/profile_fields", {
  heading: "protocol reference 7.8",
  summary: "lists the profile fields",
  answer: object({ custom_fields: z.array(profileField) }, { custom_fields: asked }),
});

export const orderProfileFields = endpoint("PATCH /realm/profile_fields", {
  heading: "protocol reference 7.8",
  summary: "reorders the profile fields; administrators only",
  parameters: { order: json(z.array(z.int()), { description: "the IDs of all fields" }) },
  who: [administrators],
  errors: [refused("not all of them", "Invalid order mapping.")],
});

export const renamedAccountType = refused(
  "predefined account type under another name",
  "Default custom field cannot be updated.",
);

export const updateProfileField = endpoint("PATCH /realm/profile_fields/{field_id}", {
  heading: "protocol reference 7.8",
  summary: "changes a profile field; administrators only",
  parameters: shape,
  who: [administrators],
  errors: [...badField, noSuchField, renamedAccountType],
  limits: [summaryLimit],
});

export const deleteProfileField = endpoint("DELETE /realm/profile_fields/{field_id}", {
  heading: "protocol reference 7.8",
  summary: "deletes a profile field and its values; administrators only",
  who: [administrators],
  errors: [noSuchField],
});

export const noSuchOption = refused(
  "no such option",
  "'<value>' is not a valid choice for '<name>'.",
);
const noDate = refused("no date", "<name> is not a date");
const noLink = refused("no link", "<name> is not a URL");
const valueTooLong = tooLong("<name>");

const valueChecks: Readonly<Record<number, readonly Check[]>> = {
  [fieldTypes.longText]: [atMost("profileLongTextLength", valueTooLong)],
  [fieldTypes.date]: [that((text) => z.iso.date().safeParse(text).success, noDate)],
  [fieldTypes.link]: [that((text) => /^https?:/.test(text) && URL.canParse(text), noLink)],
};

/** The check for values of a field of that type; an empty text clears it. */
export function profileValue({ type, name }: Pick<ProfileField, "type" | "name">) {
  const short = type === fieldTypes.longText ? [] : [atMost("profileTextLength", valueTooLong)];
  const checks = [...short, ...(valueChecks[type] ?? [])].map(
    ({ error, finds }): Check => ({
      error,
      finds: (text, of) => {
        const fill = text === "" ? undefined : finds(text, of);
        return fill && { ...fill, name };
      },
    }),
  );
  return plain(z.string(), { checks });
}

export const formerUser = refused("somebody who has left", "User with ID <id> is deactivated");

export const botAmongPeople = refused("a bot among people", "User with ID <id> is a bot");

export const managedField = refused(
  "a field that only administrators change",
  "You are not allowed to change this field. Contact an administrator to update it.",
);

export const updateOwnProfile = endpoint("PATCH /users/me/profile_data", {
  heading: "protocol reference 7.1",
  summary: "sets your profile fields",
  parameters: {
    data: json(
      z.array(z.looseObject({ id: z.int(), value: z.union([z.string(), z.array(z.int())]) })),
      { description: 'such as [{"id": 1, "value": "cat"}], by the IDs of fields' },
    ),
  },
  who: [humans],
  errors: [
    noSuchField,
    managedField,
    noDate,
    noLink,
    noSuchOption,
    refused("no such people", "Invalid user IDs: <ids>"),
    formerUser,
    botAmongPeople,
    valueTooLong,
  ],
});

export const clearOwnProfile = endpoint("DELETE /users/me/profile_data", {
  heading: "protocol reference 7.1",
  summary: "clears some of your profile fields",
  parameters: { data: json(z.array(z.int()), { description: "the IDs of the fields" }) },
  who: [humans],
  errors: [noSuchField, managedField],
});
