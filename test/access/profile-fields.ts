/** Who may make profile fields, change and order them. */
import { administrators, allowed, commoners, type Deed, onlyAdministrators } from "./deed.ts";
import { did } from "./given.ts";
import { cast } from "./village.ts";

const fieldMade = did(cast.owner, "POST", "/realm/profile_fields", { name: "Pet", field_type: 1 });
const field = "POST /realm/profile_fields";
const onlyManagers = { [administrators]: allowed, [commoners]: onlyAdministrators };

export const profileFieldDeeds: readonly Deed[] = [
  {
    action: field,
    relation: "a new one",
    asks: { name: "Pet", field_type: 1 },
    outcomes: onlyManagers,
  },
  {
    action: "PATCH /realm/profile_fields",
    relation: "their order",
    given: [
      fieldMade,
      did(cast.owner, "POST", "/realm/profile_fields", { name: "Zoo", field_type: 1 }),
    ],
    asks: { order: [2, 1] },
    outcomes: onlyManagers,
  },
  {
    action: "PATCH /realm/profile_fields/{field_id}",
    relation: "one",
    given: [fieldMade],
    at: { field_id: 1 },
    asks: { hint: "of yours" },
    outcomes: onlyManagers,
  },
  {
    action: "DELETE /realm/profile_fields/{field_id}",
    relation: "one",
    given: [fieldMade],
    at: { field_id: 1 },
    outcomes: onlyManagers,
  },
];
