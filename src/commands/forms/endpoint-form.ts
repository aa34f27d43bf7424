/** A form that saves to an endpoint, from a row: the declarations say what may be sent, and who may. */

import type { Action } from "#journal/intent.ts";
import type { Problem } from "#model/limits.ts";
import type { FolderChanges } from "#model/local-state.ts";
import { whoProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import type { Call, FormRef, FormValues } from "#store/forms.ts";
import { asStored, checkError, choiceTitle } from "#wire/checks.ts";
import {
  type Endpoint,
  type ErrorRow,
  isKnownAt,
  type Parameter,
  type Parameters,
  shapeOf,
} from "#wire/endpoint.ts";
import { documentLevel, type Fill, filled, textAt } from "#wire/error-texts.ts";
import type { UserId } from "#wire/ids.ts";
import { limits } from "#wire/limits.ts";
import {
  type Change,
  type DeclaredField,
  type Field,
  type FieldKind,
  type Form,
  type Saving,
  yesNo,
} from "./form.ts";
import { namesIn, namesOf, peopleNamed, unknownName } from "./names.ts";

/** What a form is about when one of its functions is called. */
export type Now<Subject> = {
  readonly view: Replica;
  readonly subject: Subject;
  readonly ref: FormRef;
  readonly deed: string;
};

/** `Subject` is what the form changes. */
type FormRow<Subject> = {
  /** The endpoint that is called; its level and permissions apply to the whole form if there is a row that saves. */
  readonly saves: Endpoint;
  /** What saving does, as the end of "Only administrators may …": `change streams`. */
  readonly deed: string;
  /** Undefined if it no longer exists. */
  readonly subject: (view: Replica, ref: FormRef) => Subject | undefined;
  readonly title: (now: Now<Subject>) => string;
  /** Shown above the fields. */
  readonly explanation?: (now: Now<Subject>) => readonly string[];
  readonly fields: readonly FieldRow<Subject>[];
  /** Fields that depend on the realm, after the others. */
  readonly more?: (now: Now<Subject>) => readonly SavedField[];
  /** The label of the row that saves, which is enabled even without changes; by default `Save 2 changes`. */
  readonly submit?: string | ((subject: Subject) => string);
  /** Present if saving cannot be undone: the label of the row that changes nothing. */
  readonly keep?: string;
  /** Why nothing can be saved, besides what is declared. */
  readonly locked?: (now: Now<Subject>) => Problem;
  /** Why fields that are sent to the endpoint of the form are locked, besides what is declared. */
  readonly refusal?: (now: Now<Subject>) => Problem;
  readonly report: (subject: Subject, values: FormValues) => string;
};

export function endpointForm<Subject>(row: FormRow<Subject>): Form {
  const { saves, deed, subject: find, submit, keep } = row;
  const fieldsOf = (now: Now<Subject>) => {
    const values = row.fields
      .filter(({ isFor }) => isFor?.(now.subject, now.view) ?? true)
      .map(({ at }) => at(now));
    const refusal = row.refusal?.(now);
    return [...values, ...(row.more?.(now) ?? [])].map((one) =>
      refusal === undefined || one.endpoint !== saves || one.locked !== undefined
        ? one
        : { ...one, locked: refusal },
    );
  };
  return {
    declared: row.fields,
    now: (view, ref) => {
      const subject = find(view, ref);
      if (subject === undefined) return undefined;
      const now = { view, subject, ref, deed };
      const fields = fieldsOf(now);
      const declared = submit === undefined ? undefined : callProblem(view, saves, deed);
      return {
        title: row.title(now),
        explanation: row.explanation?.(now) ?? [],
        fields,
        truth: Object.fromEntries(fields.map(({ key, value }) => [key, value])),
        locked: declared ?? row.locked?.(now),
        submit: typeof submit === "function" ? submit(subject) : submit,
        keep,
      };
    },
    save: (view, ref, change) => {
      const subject = find(view, ref);
      if (subject === undefined) return { report: "It no longer exists." };
      const request = submit === undefined ? undefined : {};
      return {
        ...savingOf(ref, fieldsOf({ view, subject, ref, deed }), change, { to: saves, request }),
        report: row.report(subject, change.values),
      };
    },
  };
}

/** The request parts of every changed field; those for one endpoint are one request. */
function savingOf(
  ref: FormRef,
  fields: readonly SavedField[],
  { changed, values }: Change,
  whole: SentParameter,
): Omit<Saving, "report"> {
  const requestOf = ({ key, toRequest }: SavedField) => toRequest(values[key] ?? "", values);
  const sent = fields
    .filter(({ key }) => changed.has(key))
    .map((field) => ({ ...field, ...requestOf(field) }));
  const everything = [{ key: undefined, label: "", endpoint: undefined, ...whole }, ...sent];
  const asked = everything.flatMap(({ key, label, request, to, endpoint: usual }) => {
    const called = to ?? usual;
    return called === undefined || request === undefined ? [] : [{ key, label, request, called }];
  });
  const calls = [...Map.groupBy(asked, ({ called }) => called)].map(([to, parts]): Call => {
    const needed = fields.filter((one) => one.endpoint === to && one.isNeeded === true);
    const requests = [...needed.map(requestOf), ...parts].map(({ request }) => request);
    const keys = parts.flatMap(({ key }) => key ?? []);
    const fieldOf = parts.flatMap(({ key, label, request }) =>
      Object.keys(request).map((name) => [name, { key: key ?? name, label }] as const),
    );
    return {
      endpoint: to,
      values: Object.assign({}, ...idsIn(to, ref), ...requests),
      // With several fields in a request, an error applies to all of them.
      ...(keys.length === 1 && { field: keys[0] }),
      fields: Object.fromEntries(fieldOf),
    };
  });
  return {
    actions: everything.flatMap(({ actions = [] }) => actions),
    calls: [...calls, ...everything.flatMap((one) => one.calls ?? [])],
    folders: new Map(everything.flatMap(({ folders = [] }) => [...folders])),
  };
}

/** The ID in the path of the call. */
function idsIn({ path }: Endpoint, { id }: FormRef): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ [name]: id }));
}

type Request = Readonly<Record<string, unknown>>;

/** What a changed field is sent as. */
export type SentParameter = {
  /** The endpoint for its part of the request, if not that of the field. */
  readonly to?: Endpoint;
  readonly request?: Request | undefined;
  readonly actions?: readonly Action[];
  readonly calls?: readonly Call[];
  readonly folders?: FolderChanges;
};

/** A field with its current value, and the request that saving makes of its text. */
export type SavedField = Field & {
  readonly value: string;
  /** The endpoint for its part of the request, if it has one. */
  readonly endpoint?: Endpoint;
  /** Sent whenever anything else of its endpoint changed. */
  readonly isNeeded?: boolean;
  readonly toRequest: (text: string, all: FormValues) => SentParameter;
};

type Held = string | number | boolean | readonly UserId[];

type Row<Subject> = Pick<Field, "label"> &
  Partial<Pick<DeclaredField, "flag" | "isList" | "olderWords">> & {
    /** If absent, it is the name of the parameter. */
    readonly key?: string;
    /** If absent, it is as the parameter is declared. */
    readonly kind?: FieldKind | ((now: Now<Subject>) => FieldKind);
    /** Shown while the field is empty. */
    readonly placeholder?: string;
    /** The current value. */
    readonly value: (now: Now<Subject>) => Held;
    /** If absent, all subjects have the field. */
    readonly isFor?: (subject: Subject, view: Replica) => boolean;
    readonly locked?: (now: Now<Subject>) => Problem;
    readonly disabledBy?: (all: FormValues, now: Now<Subject>) => Problem;
    /** Errors that depend on more than the parameter. */
    readonly problem?: (text: string, now: Now<Subject>, all: FormValues) => Problem;
    /** If absent, the field is sent as its parameter. */
    readonly toRequest?: (text: string, now: Now<Subject>, all: FormValues) => SentParameter;
  };

/** The declaration of a field, for any subject. */
export type FieldRow<Subject> = DeclaredField & {
  readonly isFor?: Row<Subject>["isFor"];
  readonly at: (now: Now<Subject>) => SavedField;
};

/** The fields under one heading. */
export function section<Subject>(
  title: string,
  rows: readonly FieldRow<Subject>[],
): readonly FieldRow<Subject>[] {
  return rows.map((row) => ({ ...row, at: (now) => ({ ...row.at(now), section: title }) }));
}

/** The field of the newer row from the level of its parameter on, and of the older one before it. */
export function byLevel<Subject>(
  newer: FieldRow<Subject>,
  older: FieldRow<Subject>,
  first: number,
): FieldRow<Subject> {
  const isOlder = ({ view }: Pick<Now<Subject>, "view">) => view.realm.featureLevel < first;
  return { ...newer, at: (now) => (isOlder(now) ? older : newer).at(now) };
}

type Declaring = Pick<Endpoint, "who" | "since" | "until">;

/** Why the call cannot be made at all: this server does not support it, or this user may not do `deed`. */
export function callProblem(view: Replica, { who, ...levels }: Declaring, deed: string): Problem {
  return levelProblem(view, levels) ?? whoProblem(view, who, deed);
}

/** The field of a parameter. */
export function field<Subject, P extends Parameters>(
  endpoint: Endpoint<string, P>,
  name: keyof P & string,
  row: Row<Subject>,
): FieldRow<Subject> {
  const parameter: Parameter | undefined = endpoint.parameters[name];
  if (parameter === undefined) throw new RangeError(`No parameter ${name}.`);
  const { neededUntil = -1, required } = parameter;
  const checked: Row<Subject> = {
    ...row,
    ...(shapeOf(parameter) === "words" && { isList: true }),
    kind: row.kind ?? (({ view }) => kindOf(view.realm.featureLevel, parameter, row)),
    locked: (now) =>
      levelProblem(now.view, parameter) ??
      whoProblem(
        now.view,
        parameter.who && [parameter.who],
        `change the ${row.label.toLowerCase()}`,
      ) ??
      callProblem(now.view, endpoint, now.deed) ??
      row.locked?.(now),
    problem: (text, now, all) =>
      declaredProblem(now.view, parameter, text) ??
      row.problem?.(asStored(parameter, text), now, all),
    toRequest:
      row.toRequest ??
      ((text, { view }) => ({ request: { [name]: wireValue(view, parameter, text) } })),
  };
  const { at, ...declared } = ownField({ key: name, ...checked });
  const usual = row.kind ?? kindOf(Number.POSITIVE_INFINITY, parameter, row);
  const kind = typeof usual === "function" ? undefined : usual;
  const first = parameter.since ?? endpoint.since;
  const isNeeded = ({ view }: Now<Subject>) => required || view.realm.featureLevel <= neededUntil;
  return {
    ...declared,
    kind,
    ...(first !== undefined && { since: first }),
    at: (now) => ({ ...at(now), endpoint, isNeeded: isNeeded(now) }),
  };
}

/** A field that is no parameter of an endpoint. */
export function ownField<Subject>(row: Row<Subject> & Pick<Field, "key">): FieldRow<Subject> {
  const { key, label, flag = key, isFor, kind = { type: "text" }, disabledBy } = row;
  const { isList = false, olderWords = {} } = row;
  return {
    key,
    label,
    flag: flag.replaceAll("_", "-"),
    isList,
    olderWords,
    kind: typeof kind === "function" ? undefined : kind,
    ...(isFor !== undefined && { isFor }),
    at: (now) => {
      const shape = typeof kind === "function" ? kind(now) : kind;
      const value = row.value(now);
      const locked = row.locked?.(now);
      return {
        key,
        label,
        kind: shape,
        value: Array.isArray(value) ? namesOf(now.view, value) : String(value),
        ...(locked !== undefined && { locked }),
        ...(disabledBy !== undefined && { disabledBy: (all) => disabledBy(all, now) }),
        problem: (text, all) =>
          (shape.type === "people" ? unknownName(now.view, text) : undefined) ??
          row.problem?.(text, now, all),
        toRequest: (text, all) => row.toRequest?.(text, now, all) ?? {},
      };
    },
  };
}

/** In a list, each item must satisfy the declaration. */
function declaredProblem(view: Replica, parameter: Parameter, text: string): Problem {
  const parts = shapeOf(parameter) === "words" ? namesIn(text) : [text];
  const problems = parts.map((part) => textProblem(view, parameter, part));
  return problems.find((problem) => problem !== undefined);
}

function kindOf(
  level: number,
  { choices, ...parameter }: Parameter,
  { placeholder = "" }: Pick<Row<never>, "placeholder">,
): FieldKind {
  const shape = shapeOf(parameter);
  if (shape === "flag") return { type: "choice", options: yesNo };
  if (shape === "people") return { type: "people", groups: true, placeholder };
  if (choices === undefined) return { type: "text", placeholder };
  const choicesHere = choices.filter((choice) => isKnownAt(choice, level));
  const options = choicesHere.map(({ value }) => ({
    value: String(value),
    title: choiceTitle({ choices }, value) ?? "",
  }));
  return { type: "choice", options };
}

/** The value as in a request. */
function wireValue(view: Replica, parameter: Parameter, text: string): unknown {
  switch (shapeOf(parameter)) {
    case "flag":
      return text === "true";
    case "number":
      return Number(text);
    case "people":
      return [...peopleNamed(view, text)];
    case "words":
      return namesIn(text);
    case "text":
      return asStored(parameter, text);
  }
}

/** The server's error for a text by itself, from the declaration of its parameter. */
export function textProblem(
  view: Pick<Replica, "realm">,
  parameter: Pick<Parameter, "checks" | "isTrimmed">,
  text: string,
): Problem {
  const { maxMessageLength, maxStreamNameLength, maxStreamDescriptionLength } = view.realm;
  const problem = checkError(parameter, asStored(parameter, text), {
    ...limits,
    messageLength: maxMessageLength,
    streamNameLength: maxStreamNameLength,
    streamDescriptionLength: maxStreamDescriptionLength,
  });
  return problem && serverSays(problem.error, problem.fill);
}

/** What the server says in that case, of the endpoint's declared errors, with weir's word for streams. */
export function serverSays(row: ErrorRow, fill: Fill = {}): string {
  return filled(textAt(documentLevel, row.text), fill);
}

/** Why the server does not support it: it is older than the parameter, or has given it up. */
export function levelProblem(
  { realm }: Pick<Replica, "realm">,
  parameter: Pick<Parameter, "since" | "until">,
): Problem {
  const { featureLevel: level } = realm;
  const { since = 0, until } = parameter;
  if (isKnownAt(parameter, level)) return undefined;
  if (level < since) return `This server is too old for it (from level ${since} on).`;
  return `This server no longer supports it (only up to level ${until}).`;
}
