/** Tests of the errors that forms show: by role, level, limit, and conflicting changes. */
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { changeOf, isConflict, problemOf } from "#commands/forms/form.ts";
import { formNow } from "#commands/forms/table.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { FormName, FormRef, FormValues } from "#store/forms.ts";
import type { UserId } from "#wire/ids.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { roles } from "#wire/user.ts";
import { startKeyboardClient } from "./keyboard-client.ts";
import { people } from "./small-blueprint.ts";

export type View = (view: Replica) => Replica;

/** The typed values, the state, and the expected error of the field, or of the form if no field is named. */
type Refusal = {
  readonly typed?: FormValues;
  readonly as?: View;
  readonly level?: number;
  readonly field?: string;
  readonly error: RegExp;
};

/** A change by another user while the form is open; without an error, the form's subject is deleted or the field conflicts. */
type Meanwhile = {
  readonly typed?: FormValues;
  readonly change: View;
  readonly field?: string;
  readonly error?: RegExp;
};

/** A string instead of a refusal is the reason why there is none. */
export type Row = {
  readonly ref: FormRef;
  readonly role: Refusal | string;
  readonly level: Refusal | string;
  readonly limit: Refusal | string;
  readonly conflict: Meanwhile | string;
};

/** The forms about streams and topics. */
export type StreamForm = Extract<
  FormName,
  `${string}stream` | "stream-people" | `${string}-topic` | "read-everything"
>;

export const long = "x".repeat(3000);
const batch = () => newBatch("test");
export const field = {
  id: 9,
  type: fieldTypes.shortText,
  name: "Boat",
  hint: "",
  field_data: "{}",
};

export const withRole =
  (role: number): View =>
  (view) =>
    withPerson(people.cleo as UserId, { role: role as Person["role"] })(view);

export function withPerson(id: UserId, change: Partial<Person>): View {
  return (view) => {
    const before = get(view.people, id);
    if (before === undefined) throw new RangeError(`No person ${id}.`);
    return { ...view, people: put(view.people, id, { ...before, ...change }, batch()) };
  };
}

const atLevel =
  (featureLevel: number): View =>
  (view) => ({ ...view, realm: { ...view.realm, featureLevel } });

export const withRule =
  (name: string, value: unknown): View =>
  (view) => ({
    ...view,
    organization: {
      ...view.organization,
      settings: { ...view.organization.settings, [name]: value },
    },
  });

export const withFields =
  (...profileFields: readonly object[]): View =>
  (view) => ({
    ...view,
    organization: {
      ...view.organization,
      profileFields: profileFields as unknown as Replica["organization"]["profileFields"],
    },
  });

export const member = withRole(roles.member);
export const administratorsOnly = /^Must be an organization administrator$/;
export const tooOld = /^This server is too old for it \(from level \d+ on\)\.$/;
export const gone = "its subject does not change";

/** The view of Cleo, an administrator. */
async function viewOf(): Promise<Replica> {
  const { store, press, settles } = await startKeyboardClient("cleo");
  press("g", "b");
  await settles();
  return withFields(field)(store.getState().view);
}
const view = viewOf();

function errorOf(now: ReturnType<typeof formNow>, typed: FormValues, key: string | undefined) {
  if (now === undefined) return undefined;
  if (key === undefined) return now.locked;
  const found = now.fields.find((one) => one.key === key);
  if (found === undefined) throw new RangeError(`No field ${key}.`);
  return found.locked ?? now.locked ?? problemOf(found, changeOf(now, { typed }));
}

export function testRefusals(rows: Partial<Record<FormName, Row>>): void {
  const refusals = Object.entries(rows).flatMap(([name, row]) =>
    (["role", "level", "limit"] as const).flatMap((by) => {
      const refusal = row[by];
      return typeof refusal === "string" ? [] : [{ name, by, ref: row.ref, ...refusal }];
    }),
  );

  test.each(refusals)("the form $name shows the error by $by before sending", async (row) => {
    const { ref, as, level, typed = {}, field: key, error } = row;
    const whole = await view;
    // There is no error without the cause, so the row can fail.
    if (row.name !== "accounts" && row.name !== "own-key" && (as ?? level) !== undefined)
      expect(errorOf(formNow(whole, ref), {}, key)).toBeUndefined();
    const seen = (as ?? ((same: Replica) => same))(whole);
    const at = level === undefined ? seen : atLevel(level)(seen);
    expect(errorOf(formNow(at, ref), typed, key)).toMatch(error);
  });

  const conflicts = Object.entries(rows).flatMap(([name, { ref, conflict }]) =>
    typeof conflict === "string" ? [] : [{ name, ref, ...conflict }],
  );

  test.each(conflicts)(
    "the form $name shows conflicting changes by others while it is open",
    async (row) => {
      const { ref, typed = {}, change, field: key, error } = row;
      const whole = await view;
      const before = formNow(whole, ref);
      if (before === undefined) throw new RangeError("The form has no subject.");
      const after = formNow(change(whole), ref);
      if (error !== undefined) {
        expect(errorOf(before, typed, key)).toBeUndefined();
        expect(errorOf(after, typed, key)).toMatch(error);
      } else if (key !== undefined && after !== undefined)
        expect(isConflict(after, { typed, base: before.truth }, { key })).toBe(true);
      else expect(after).toBeUndefined();
    },
  );
}
