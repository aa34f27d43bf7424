/** Endpoints for custom profile fields and their values. */
import { z } from "zod";
import { atMost, errorsOf, notBlank } from "#wire/checks.ts";
import { type ErrorRow, endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { administratorsOnly, noBots, refused, tooLong } from "#wire/error-rows.ts";
import { fieldData, profileField } from "#wire/profile-field.ts";
import { administrators, humans } from "#wire/who.ts";

const noSuchField: ErrorRow = {
  ...refused,
  when: "field unknown",
  text: "Field id <id> not found.",
};

const shape = {
  name: optional(
    plain(z.string(), {
      isTrimmed: true,
      checks: [
        notBlank({ ...refused, when: "name empty", text: "Label cannot be blank." }),
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
};

export const summaryFull: ErrorRow = {
  ...refused,
  when: "a third field in the summary",
  text: "Only <limit> custom profile fields can be displayed in the profile summary.",
};

const badField: readonly ErrorRow[] = [
  administratorsOnly,
  ...errorsOf(shape.name),
  ...errorsOf(shape.hint),
  { ...refused, when: "name taken", text: "A field with that label already exists." },
  { ...refused, when: "no options", text: "Field must have at least one choice." },
  { ...refused, when: "options with one text", text: "Field must not have duplicate choices." },
  {
    ...refused,
    when: "option without text or order, account without kind",
    text: "<key> key is missing from field_data",
  },
  { ...refused, when: "blank there", text: 'field_data["<key>"] cannot be blank.' },
  { ...refused, when: "something else there", text: "Unexpected arguments: <keys>" },
  { ...refused, when: "kind of account unknown", text: "Invalid external account type" },
  {
    ...refused,
    when: "account of your own without an address",
    text: "Custom external account must define URL pattern",
  },
  {
    ...refused,
    when: "address without a place for the name",
    text: "URL pattern must contain '%(username)s'.",
  },
  summaryFull,
  {
    ...refused,
    when: "type not allowed in the summary",
    text: "Field type not supported for display in profile summary.",
  },
];

const summaryLimit = { of: "Fields shown in profile summary", value: "at most 2 per organization" };

export const createProfileField = endpoint({
  method: "POST",
  path: "/realm/profile_fields",
  heading: "POST /realm/profile_fields — create a custom profile field",
  summary: "creates a profile field; administrators only",
  parameters: {
    ...shape,
    field_type: json(z.int(), {
      description:
        "1 short text, 2 long text, 3 options, 4 date, 5 link, 6 people, 7 account, 8 pronouns (from level 151)",
    }),
  },
  who: [administrators],
  answer: z.looseObject({ id: z.int() }),
  errors: [...badField, { ...refused, when: "type unknown", text: "Invalid field type." }],
  limits: [summaryLimit],
});

export const getProfileFields = endpoint({
  method: "GET",
  path: "/realm/profile_fields",
  heading: "protocol reference 7.8",
  summary: "lists the profile fields",
  parameters: {},
  answer: z.looseObject({ custom_fields: z.array(profileField) }),
});

export const orderProfileFields = endpoint({
  method: "PATCH",
  path: "/realm/profile_fields",
  heading: "protocol reference 7.8",
  summary: "reorders the profile fields; administrators only",
  parameters: { order: json(z.array(z.int()), { description: "the IDs of all fields" }) },
  who: [administrators],
  answer: z.looseObject({}),
  errors: [
    administratorsOnly,
    { ...refused, when: "not all of them", text: "Invalid order mapping." },
  ],
});

export const updateProfileField = endpoint({
  method: "PATCH",
  path: "/realm/profile_fields/{field_id}",
  heading: "protocol reference 7.8",
  summary: "changes a profile field; administrators only",
  parameters: shape,
  who: [administrators],
  answer: z.looseObject({}),
  errors: [
    ...badField,
    noSuchField,
    {
      ...refused,
      when: "a usual account called otherwise",
      text: "Default custom field cannot be updated.",
    },
  ],
  limits: [summaryLimit],
});

export const deleteProfileField = endpoint({
  method: "DELETE",
  path: "/realm/profile_fields/{field_id}",
  heading: "protocol reference 7.8",
  summary: "deletes a profile field and its values; administrators only",
  parameters: {},
  who: [administrators],
  answer: z.looseObject({}),
  errors: [administratorsOnly, noSuchField],
});

export const updateOwnProfile = endpoint({
  method: "PATCH",
  path: "/users/me/profile_data",
  heading: "protocol reference 7.1",
  summary: "sets your profile fields",
  parameters: {
    data: json(
      z.array(z.looseObject({ id: z.int(), value: z.union([z.string(), z.array(z.int())]) })),
      { description: 'such as [{"id": 1, "value": "cat"}], by the IDs of fields' },
    ),
  },
  who: [humans],
  answer: z.looseObject({}),
  errors: [
    noSuchField,
    { ...refused, when: "no date", text: "<name> is not a date" },
    { ...refused, when: "no link", text: "<name> is not a URL" },
    { ...refused, when: "no such option", text: "'<value>' is not a valid choice for '<name>'." },
    { ...refused, when: "no such people", text: "Invalid user IDs: <ids>" },
    { ...refused, when: "somebody who has left", text: "User with ID <id> is deactivated" },
    { ...refused, when: "a bot among people", text: "User with ID <id> is a bot" },
    noBots,
    { ...refused, when: "too long", text: "<name> is too long (limit: <limit> characters)" },
  ],
});

export const clearOwnProfile = endpoint({
  method: "DELETE",
  path: "/users/me/profile_data",
  heading: "protocol reference 7.1",
  summary: "clears some of your profile fields",
  parameters: { data: json(z.array(z.int()), { description: "the IDs of the fields" }) },
  who: [humans],
  answer: z.looseObject({}),
  errors: [noSuchField, noBots],
});
