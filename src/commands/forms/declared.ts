/**
 * Fields from the declarations of the wire: what a parameter may hold, which levels know it, who may set it, and what the
 * server would say of what is typed. A form adds what only the screen knows.
 */
import type { Action } from "#journal/intent.ts";
import type { Problem } from "#model/limits.ts";
import { whoProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import type { Call, FormValues } from "#store/forms.ts";
import { choiceTitle, kept } from "#wire/checks.ts";
import {
  type Endpoint,
  isKnownAt,
  type Parameter,
  type Parameters,
  shapeOf,
} from "#wire/endpoint.ts";
import type { UserId } from "#wire/ids.ts";
import type { Field, FieldKind } from "./form.ts";
import {
  levelProblem,
  namesIn,
  namesOf,
  peopleNamed,
  textProblem,
  unknownName,
  yesNo,
} from "./parts.ts";

type Request = Readonly<Record<string, unknown>>;

/** What a changed field is sent as. */
export type SentParameter = {
  /** The endpoint for its part of the request; absent: that of the field. */
  readonly to?: Endpoint;
  readonly request?: Request | undefined;
  readonly actions?: readonly Action[];
  readonly calls?: readonly Call[];
};

/** A field with its current value, and the request that saving makes of its text. */
export type SavedField = Field & {
  readonly is: string;
  /** The endpoint for its part of the request; absent: it has none. */
  readonly endpoint?: Endpoint;
  /** Sent whenever anything else of its endpoint changed. */
  readonly isNeeded?: boolean;
  readonly sends: (text: string, all: FormValues) => SentParameter;
};

type Held = string | number | boolean | readonly UserId[];

type Row = Partial<Pick<Field, "key" | "kind" | "locked" | "unused">> & {
  readonly label: string;
  /** The current value. */
  readonly is: Held;
  /** Shown while the field is empty. */
  readonly placeholder?: string;
  /** Errors that depend on more than the parameter. */
  readonly problem?: Field["problem"];
  /** Absent: the field is sent as its parameter. */
  readonly sends?: SavedField["sends"];
};

type Declaring = Pick<Endpoint, "parameters" | "who" | "since" | "until">;

/** Why the call cannot be made at all: this server does not support it, or this user may not. */
export function callProblem(
  view: Replica,
  { who, ...levels }: Omit<Declaring, "parameters">,
): Problem {
  return levelProblem(view, levels) ?? whoProblem(view, who);
}

/** The field of a parameter. */
export function field<P extends Parameters>(
  view: Replica,
  endpoint: Endpoint<string, P>,
  name: keyof P & string,
  row: Row,
): SavedField {
  const parameter: Parameter | undefined = endpoint.parameters[name];
  if (parameter === undefined) throw new RangeError(`No parameter ${name}.`);
  const { neededUntil = -1, required } = parameter;
  const { key = name, label, kind = kindOf(view, parameter, row), is } = row;
  const locked =
    levelProblem(view, parameter) ??
    whoProblem(view, parameter.who === undefined ? [] : [parameter.who]) ??
    callProblem(view, endpoint) ??
    row.locked;
  return {
    key,
    label,
    kind,
    is: Array.isArray(is) ? namesOf(view, is) : String(is),
    endpoint,
    isNeeded: required || view.realm.featureLevel <= neededUntil,
    ...(locked !== undefined && { locked }),
    ...(row.unused !== undefined && { unused: row.unused }),
    problem: (text, all) =>
      (kind.type === "people" ? unknownName(view, text) : declaredProblem(view, parameter, text)) ??
      row.problem?.(kept(parameter, text), all),
    sends: row.sends ?? ((text) => ({ request: { [name]: wireValue(view, parameter, text) } })),
  };
}

/** In a list, each item must satisfy the declaration. */
function declaredProblem(view: Replica, parameter: Parameter, text: string): Problem {
  const parts = shapeOf(parameter) === "words" ? namesIn(text) : [text];
  const problems = parts.map((part) => textProblem(view, parameter, part));
  return problems.find((problem) => problem !== undefined);
}

function kindOf(
  { realm }: Replica,
  { choices, ...parameter }: Parameter,
  { placeholder = "" }: Pick<Row, "placeholder">,
): FieldKind {
  const shape = shapeOf(parameter);
  if (shape === "flag") return { type: "choice", options: yesNo };
  if (shape === "people") return { type: "people", groups: true, placeholder };
  if (choices === undefined) return { type: "text", placeholder };
  const known = choices.filter((choice) => isKnownAt(choice, realm.featureLevel));
  const options = known.map(({ value }) => ({
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
      return kept(parameter, text);
  }
}
