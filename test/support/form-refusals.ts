/** Tests of the errors that forms and questions show: by role, level, limit, and conflicting changes. */
import { expect, test } from "vitest";
import { get, newBatch, put, values } from "#base/table.ts";
import { formNow } from "#commands/forms/definitions.ts";
import { changeOf, isConflict, problemOf } from "#commands/forms/form.ts";
import { menuOf } from "#commands/menus/open-menu.ts";
import { systemGroupNamed } from "#model/permission.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { About } from "#store/dialog.ts";
import type { FormName, FormRef, FormValues } from "#store/forms.ts";
import type { State } from "#store/state.ts";
import type { FolderId, SnippetId, UserId } from "#wire/ids.ts";
import { fieldTypes } from "#wire/profile-field.ts";
import { roles } from "#wire/user.ts";
import { ownKeys } from "./key-presser.ts";
import { people, streams } from "./small-blueprint.ts";
import { startSmall } from "./small-client.ts";

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

/** The forms about streams. */
export type StreamForm = Extract<FormName, `${string}stream` | "stream-people">;

export const long = "x".repeat(3000);
const batch = () => newBatch("test");
export const field = {
  id: 9,
  type: fieldTypes.shortText,
  name: "Boat",
  hint: "",
  field_data: "{}",
};

export const snippet = {
  id: 1 as SnippetId,
  title: "Greeting",
  content: "Ahoy",
  date_created: 0,
};

export const folder = { id: 7 as FolderId, name: "Boats", description: "", is_archived: false };

export const withFolder =
  (one: typeof folder): View =>
  (view) => ({ ...view, folders: new Map([[one.id, one]]) });

export const withSnippet =
  (one: typeof snippet): View =>
  (view) => ({ ...view, snippets: new Map([[one.id, one]]) });

/** The system groups that people of a role are in directly. */
const groupsOfRole: Readonly<Record<number, readonly string[]>> = {
  [roles.member]: ["role:fullmembers", "role:members"],
  [roles.guest]: ["role:everyone"],
};

/** Cleo, with another role, and in its groups. */
export const withRole =
  (role: number): View =>
  (view) => {
    const cleo = people.cleo as UserId;
    const moved = [...values(view.groups)].reduce((groups, group) => {
      if (!group.isSystem) return groups;
      const others = group.members.filter((id) => id !== cleo);
      const isIn = groupsOfRole[role]?.includes(group.name) === true;
      return put(
        groups,
        group.id,
        { ...group, members: isIn ? [...others, cleo] : others },
        batch(),
      );
    }, view.groups);
    return withPerson(cleo, { role: role as Person["role"] })({ ...view, groups: moved });
  };

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
/** By their role, or by the group of their role. */
export const administratorsOnly = /^Only [Aa]dministrators may [a-z ]+\.$/;
/** Only administrators have the permissions, and Cleo is none. */
export const withoutPermission =
  (...names: readonly string[]): View =>
  (view) =>
    names.reduce(
      (now, name) => withRule(name, systemGroupNamed(view, "role:administrators")?.id)(now),
      member(view),
    );
export const tooOld = /^This server is too old for it \(from level \d+ on\)\.$/;
export const gone = "its subject does not change";

/** The state of the client of Cleo, an administrator. */
async function stateOf(): Promise<State> {
  const { store, press, settles, control } = await startSmall({ who: "cleo" });
  control.setRealm("moderation_request_channel_id", streams.dev);
  press("g", "b");
  await settles();
  const state = store.getState();
  const { view: known } = state;
  return { ...state, view: withFolder(folder)(withSnippet(snippet)(withFields(field)(known))) };
}
const state = stateOf();
const view = state.then((now) => now.view);

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
    if (row.name !== "accounts" && (as ?? level) !== undefined)
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

/** Why a question cannot be answered with yes, and what makes it obsolete; a string instead is the reason why nothing does. */
export type QuestionRow = {
  readonly about: About;
  readonly refused: { readonly as: View; readonly error: RegExp } | string;
  readonly vanished: View | string;
};

export function testQuestions(rows: readonly QuestionRow[]): void {
  const menuAs = async (about: About, as: View) => {
    const now = await state;
    return menuOf({ state: { ...now, view: as(now.view) }, keys: ownKeys, now: 0 }, about);
  };
  const unlocked = (view_: Replica) => view_;
  const refusals = rows.flatMap(({ about, refused }) =>
    typeof refused === "string" ? [] : [{ kind: about.kind, about, ...refused }],
  );

  test.each(refusals)("the question $kind shows why it cannot be confirmed", async (row) => {
    const { items: before } = await menuAs(row.about, unlocked);
    expect(before.map(({ locked }) => locked)).toEqual([undefined, undefined]);
    const { lines, items } = await menuAs(row.about, row.as);
    expect(items.map(({ locked = "" }) => locked)).toEqual(["", expect.stringMatching(row.error)]);
    expect(lines.at(-1)).toMatchObject({ text: expect.stringMatching(row.error) });
  });

  const obsolete = rows.flatMap(({ about, vanished }) =>
    typeof vanished === "string" ? [] : [{ kind: about.kind, about, as: vanished }],
  );

  test.each(obsolete)("the question $kind offers nothing once its subject is gone", async (row) => {
    expect(await menuAs(row.about, row.as)).toMatchObject({ title: "Gone", items: [] });
  });
}
