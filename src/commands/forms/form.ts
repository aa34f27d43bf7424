/**
 * Declarative forms: a row defines the fields, their current values, and what saving does. Drawing, typing, validation
 * and saving are the same for all.
 */
import type { Action } from "#journal/intent.ts";
import type { Problem } from "#model/limits.ts";
import type { FolderChanges } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import type { About } from "#store/dialog.ts";
import type { Call, FormName, FormRef, FormText, FormValues } from "#store/forms.ts";
import type { Preferences } from "#store/screen.ts";

export type Option = { readonly value: string; readonly title: string };

export type FieldKind =
  /** `hasLines`: line breaks are part of the value. */
  | { readonly type: "text"; readonly placeholder?: string; readonly hasLines?: true }
  | { readonly type: "choice"; readonly options: readonly Option[] }
  /** Enter opens another form, or asks. */
  | { readonly type: "open"; readonly opens: FormName | About }
  /** Names of users, separated by commas; `groups`: also names of groups, which stand for their members. */
  | { readonly type: "people"; readonly groups?: true; readonly placeholder?: string }
  /** Names of groups, separated by commas. */
  | { readonly type: "groups"; readonly placeholder?: string }
  /** Names of users and groups, separated by commas, who have a permission. */
  | { readonly type: "permission"; readonly placeholder?: string };

type NamesKind = Extract<FieldKind, { readonly type: "people" | "groups" | "permission" }>;

export type Field = {
  readonly key: string;
  readonly label: string;
  /** The heading that it stands under, with adjacent fields of the same section. */
  readonly section?: string;
  /** What it is for; shown while it is selected. */
  readonly about?: string;
  readonly kind: FieldKind;
  /** Why it cannot be changed; undefined if it can. */
  readonly locked?: Problem;
  /** Why it cannot be changed beside the values of other fields. */
  readonly disabledBy?: (all: FormValues) => Problem;
  /** Why the value cannot be sent: the server's error, with weir's word for streams. */
  readonly problem?: (value: string, all: FormValues) => Problem;
};

/** What is known of a field without a subject; verbs have an option for each. */
export type DeclaredField = Pick<Field, "key" | "label"> & {
  /** Undefined if it depends on the realm. */
  readonly kind: FieldKind | undefined;
  /** The name of the option: `posting` of `--posting`. */
  readonly flag: string;
  /** Whether its text is a list, so that the option is repeated for each item. */
  readonly isList: boolean;
  /** Words that options accepted once, and those that replaced them. */
  readonly olderWords: Readonly<Record<string, string>>;
  /** The first level of what it is sent as. */
  readonly since?: number;
};

type WrittenField = Field & {
  readonly kind: NamesKind | Extract<FieldKind, { readonly type: "text" }>;
};

/** Whether it takes text; other fields are chosen from, or open another form. */
export function isWritten(field: Field): field is WrittenField {
  return field.kind.type === "text" || isListOfNames(field);
}

export function takesLines({ kind }: Field): boolean {
  return kind.type === "text" && kind.hasLines === true;
}

export type NamesField = Field & { readonly kind: NamesKind };

export function takesNames(kind: FieldKind): kind is NamesKind {
  return kind.type === "people" || kind.type === "groups" || kind.type === "permission";
}

export function isListOfNames(field: Field): field is NamesField {
  return takesNames(field.kind);
}

/** A form's current state; texts are as received: not safe for a terminal. */
export type FormNow = {
  readonly title: string;
  /** Shown above the fields. */
  readonly explanation?: readonly string[];
  readonly fields: readonly Field[];
  /** The current values, by field key. */
  readonly truth: FormValues;
  /** The label of the row that saves, such as `Delete 214 messages`; by default `Save 2 changes`. */
  readonly submit?: string | undefined;
  /** The same, where there is nothing to save without a change. */
  readonly submitChange?: string;
  /** Present if saving cannot be undone: the label of the row that changes nothing, which is selected at first. */
  readonly keep?: string | undefined;
  /** Why nothing can be saved at all. */
  readonly locked?: Problem;
};

export type Change = {
  readonly values: FormValues;
  /** Keys of the fields that differ from their current values. */
  readonly changed: ReadonlySet<string>;
};

/** What saving does: actions, which can be undone, and requests. */
export type Saving = {
  readonly actions?: readonly Action[];
  readonly calls?: readonly Call[];
  /** Changes of the user's own folders, which are made at once. */
  readonly folders?: FolderChanges;
  /** Switches to the account of that name. */
  readonly opens?: string;
  /** Values for the configuration file, by option, and what the screen follows of them. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly preferences?: Preferences;
  /** The toast afterwards: `Changed #backend`. */
  readonly report: string;
};

export type Form = {
  /** The fields that do not depend on the realm. */
  readonly declared: readonly DeclaredField[];
  /** Undefined if its subject no longer exists. */
  readonly now: (view: Replica, ref: FormRef) => FormNow | undefined;
  readonly save: (view: Replica, ref: FormRef, change: Change) => Saving;
};

/** The form with the fields locked that mean nothing beside what was typed into others. */
export function withDisabledLocked(now: FormNow, { typed }: Pick<FormText, "typed">): FormNow {
  const values = { ...now.truth, ...typed };
  const fields = now.fields.map((field) => {
    const locked = field.locked ?? field.disabledBy?.(values);
    return locked === undefined ? field : { ...field, locked };
  });
  return { ...now, fields };
}

/** The displayed values: what was typed, else the current ones. */
export function valuesOf(
  { truth, fields }: FormNow,
  { typed }: Pick<FormText, "typed">,
): FormValues {
  const locked = new Set(
    fields.flatMap((field) => (field.locked === undefined ? [] : [field.key])),
  );
  const unlocked = Object.entries(typed).filter(([key]) => !locked.has(key));
  return { ...truth, ...Object.fromEntries(unlocked) };
}

export function changeOf(now: FormNow, text: Pick<FormText, "typed">): Change {
  const values = valuesOf(now, text);
  const changed = now.fields.flatMap(({ key }) => (values[key] !== now.truth[key] ? [key] : []));
  return { values, changed: new Set(changed) };
}

/** Only changes are validated: the current values were accepted once. */
export function problemOf(field: Field, { values, changed }: Change): Problem {
  if (!changed.has(field.key) && values[field.key] !== "") return undefined;
  return field.locked === undefined ? field.problem?.(values[field.key] ?? "", values) : undefined;
}

/** Whether somebody else changed the value since the form was opened, to something other than what is typed here. */
export function isConflict(
  { truth }: FormNow,
  { typed, base }: FormText,
  { key }: Pick<Field, "key">,
): boolean {
  const mine = typed[key];
  return mine !== undefined && mine !== truth[key] && base[key] !== truth[key];
}

export function titleOfValue({ kind }: Pick<Field, "kind">, value: string): string {
  if (kind.type !== "choice") return value;
  return kind.options.find((option) => option.value === value)?.title ?? value;
}

export const yesNo: readonly Option[] = [
  { value: "true", title: "Yes" },
  { value: "false", title: "No" },
];

/** Whether the choice is between yes and no. */
export function isYesNo(kind: FieldKind | undefined): boolean {
  return kind?.type === "choice" && kind.options[0]?.value === "true";
}

/** The word for a choice on the command line: `full-members`. */
export function wordOf({ value, title }: Option): string {
  const isWord = /^[a-z]+(?:-[a-z]+)*$/.test(value) && value !== "true" && value !== "false";
  return isWord ? value : title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** The rows below the fields: the one that saves, and the one that changes nothing, if any. */
export function answersOf(now: FormNow, { changed }: Change): readonly ("save" | "keep")[] {
  if (now.keep !== undefined) return ["save", "keep"];
  return changed.size > 0 || now.submit !== undefined ? ["save"] : [];
}
