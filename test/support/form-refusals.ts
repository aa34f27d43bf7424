/** How a form refuses: by role, by level, by a limit, and by what somebody else changed meanwhile. */
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

/** What is typed, what is so, and the sentence that stands at the field, or above them all where no field is named. */
type Refusal = {
  readonly typed?: FormValues;
  readonly as?: View;
  readonly level?: number;
  readonly field?: string;
  readonly says: RegExp;
};

/** What somebody else does while the form is open; without a sentence, what the form is about is gone. */
type Meanwhile = {
  readonly typed?: FormValues;
  readonly does: View;
  readonly field?: string;
  readonly says?: RegExp;
};

/** A word in place of a refusal says why there is none. */
export type Row = {
  readonly ref: FormRef;
  readonly role: Refusal | string;
  readonly level: Refusal | string;
  readonly limit: Refusal | string;
  readonly conflict: Meanwhile | string;
};

/** The other forms are about people, groups and the person. */
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
export const gone = "what it is about does not change";

/** Cleo's, an administrator's. */
async function viewOf(): Promise<Replica> {
  const { store, press, settles } = await startKeyboardClient("cleo");
  press("g", "b");
  await settles();
  return withFields(field)(store.getState().view);
}
const view = viewOf();

function told(now: ReturnType<typeof formNow>, typed: FormValues, key: string | undefined) {
  if (now === undefined) return undefined;
  if (key === undefined) return now.locked;
  const found = now.fields.find((one) => one.key === key);
  if (found === undefined) throw new RangeError(`No field ${key}.`);
  return found.locked ?? now.locked ?? problemOf(found, changeOf(now, { typed }));
}

/** One test for each refusal of the rows. */
export function testRefusals(rows: Partial<Record<FormName, Row>>): void {
  const refusals = Object.entries(rows).flatMap(([name, row]) =>
    (["role", "level", "limit"] as const).flatMap((by) => {
      const refusal = row[by];
      return typeof refusal === "string" ? [] : [{ name, by, ref: row.ref, ...refusal }];
    }),
  );

  test.each(refusals)(
    "the form $name tells what $by refuses before anything is sent",
    async (row) => {
      const { ref, as, level, typed = {}, field: key, says } = row;
      const whole = await view;
      // Without the reason, nothing is told: the row can fail.
      if (row.name !== "accounts" && row.name !== "own-key" && (as ?? level) !== undefined)
        expect(told(formNow(whole, ref), {}, key)).toBeUndefined();
      const seen = (as ?? ((same: Replica) => same))(whole);
      const at = level === undefined ? seen : atLevel(level)(seen);
      expect(told(formNow(at, ref), typed, key)).toMatch(says);
    },
  );

  const conflicts = Object.entries(rows).flatMap(([name, { ref, conflict }]) =>
    typeof conflict === "string" ? [] : [{ name, ref, ...conflict }],
  );

  test.each(conflicts)(
    "the form $name tells of what somebody else did while it is open",
    async (row) => {
      const { ref, typed = {}, does, field: key, says } = row;
      const whole = await view;
      const before = formNow(whole, ref);
      if (before === undefined) throw new RangeError("The form is about nothing.");
      const after = formNow(does(whole), ref);
      if (says !== undefined) {
        expect(told(before, typed, key)).toBeUndefined();
        expect(told(after, typed, key)).toMatch(says);
      } else if (key !== undefined && after !== undefined)
        expect(isConflict(after, { typed, base: before.truth }, { key })).toBe(true);
      else expect(after).toBeUndefined();
    },
  );
}
