/** Declarations of API endpoints, shared by the client and the embedded realm. */
import * as z from "zod";
import type { Fill } from "./error-texts.ts";
import { userId } from "./ids.ts";
import type { Limits } from "./limits.ts";
import { object } from "./object.ts";

/**
 * How a value is encoded in a form or a query: as `plain` text or as `json`. Integers and booleans are the same in
 * both.
 */
export type Encoding = "plain" | "json";

type Values = Readonly<Record<string, unknown>>;

/** A check of a text that depends on nothing but the text and the limits. */
export type Check = {
  readonly error: ErrorRow;
  /** The values for the error's placeholders; undefined if the text is valid. */
  readonly finds: (text: string, limits: Limits) => Fill | undefined;
};

/** Organization settings that define who may do something. */
export type PolicyName =
  | `create_${"public" | "private" | "web_public"}_stream_policy`
  | "user_group_edit_policy";

/** A group of people: those who match all of the given conditions. */
export type Who = {
  /** The least privileged role that is included, by its number. */
  readonly role?: number;
  readonly isHuman?: true;
  /** The organization setting that defines them. */
  readonly setting?: PolicyName;
  /** The first level with this condition, if not all have it. */
  readonly since?: number | undefined;
  /** The last level with this condition, if not all have it; later, permissions decide that are not declared. */
  readonly until?: number | undefined;
  /** The error for everybody else. */
  readonly error: ErrorRow;
};

/** One of the numeric values of a parameter, with its meaning. */
export type NumberedChoice = {
  readonly value: number;
  readonly words: string;
  /** The first feature level that has it, if not all do. */
  readonly since?: number;
};

export type Parameter<Schema extends z.ZodType = z.ZodType, Required extends boolean = boolean> = {
  readonly schema: Schema;
  readonly encoding: Encoding;
  readonly required: Required;
  /** The first feature level that supports it, if not all do. */
  readonly since?: number;
  /** The last feature level that supports it. */
  readonly until?: number;
  /** The first level at which it is deprecated. */
  readonly deprecated?: number;
  /** The last level at which this plain text is encoded as JSON. */
  readonly jsonUntil?: number;
  /** Aliases that servers accept. */
  readonly aliases?: readonly string[];
  /** The server's default; absent if omitting it changes nothing. */
  readonly default?: unknown;
  readonly choices?: readonly NumberedChoice[];
  /** The last level at which it is required for this call; optional at later ones. */
  readonly neededUntil?: number;
  /** Who may set it; by default everybody who may make the call. */
  readonly who?: Who;
  /** In the order in which servers check. */
  readonly checks?: readonly Check[];
  /** True if servers ignore white space around it. */
  readonly isTrimmed?: true;
  /** The user does not ask for it: a server that does not know it does all that was asked. */
  readonly isHint?: true;
  /** Explains it on the command line. */
  readonly description?: string;
  /** Whether a single number means a list of one, given the other parameters. */
  readonly isList?: (others: Values) => boolean;
  /** Encodes the value for a server of that level, if older ones use another form. */
  readonly encode?: (value: unknown, level: number) => unknown;
  /** The inverse: decodes what a server of that level receives to the newest form. */
  readonly decode?: (encoded: unknown, level: number) => unknown;
};

type Extras = Omit<Parameter, "schema" | "encoding" | "required">;

/** Whether a path parameter is the rest of its path, slashes included. */
export function isRestOfPath(name: string): boolean {
  return name === "path" || name === "fragment";
}

/** A required parameter, encoded as plain text. */
export function plain<S extends z.ZodType>(schema: S, extras: Extras = {}): Parameter<S, true> {
  return { schema, encoding: "plain", required: true, ...extras };
}

/** A required parameter, encoded as JSON. */
export function json<S extends z.ZodType>(schema: S, extras: Extras = {}): Parameter<S, true> {
  return { schema, encoding: "json", required: true, ...extras };
}

/** A required number with a fixed set of meanings. */
export function numbered(choices: readonly NumberedChoice[], extras: Extras = {}) {
  const words = choices.map(({ value, words: name, since }) =>
    since === undefined ? `${value} ${name}` : `${value} ${name} (from level ${since})`,
  );
  return json(z.int(), { description: words.join(", "), choices, ...extras });
}

/** The same parameter, but optional. */
export function optional<S extends z.ZodType>(parameter: Parameter<S>): Parameter<S, false> {
  return { ...parameter, required: false };
}

/** The same parameter, which the user does not ask for. */
export function hint<S extends z.ZodType, R extends boolean>(
  parameter: Parameter<S, R>,
): Parameter<S, R> {
  return { ...parameter, isHint: true };
}

/** LEVEL(64) LEVEL(106): some plain texts were JSON before. */
export function encodingAt({ encoding, jsonUntil = -1 }: Parameter, level: number): Encoding {
  return level <= jsonUntil ? "json" : encoding;
}

/** Whether a server of that level supports it. */
export function isKnownAt(
  {
    since = 0,
    until = Number.POSITIVE_INFINITY,
  }: { readonly since?: number | undefined; readonly until?: number | undefined },
  level: number,
): boolean {
  return since <= level && level <= until;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/**
 * A row of the document's Errors table, or another error of real servers, with the newest level's text;
 * `error-texts.ts` has those of older levels.
 */
export type ErrorRow = {
  readonly when: string;
  readonly code: string;
  /** The text, with `<x>` for variable parts. */
  readonly text: string;
  /** HTTP status; 400 by default. */
  readonly status?: number;
  /** Additional keys of the body. */
  readonly extra?: readonly string[];
  /** The last level with this error. */
  readonly until?: number;
};

/** A row of the document's Limits table for the endpoint. */
export type Limit = { readonly of: string; readonly value: string };

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export type Endpoint<
  Path extends string = string,
  P extends Parameters = Parameters,
  A extends z.ZodType = z.ZodType,
> = {
  readonly method: Method;
  /** Below `/api/v1`; parts in braces are path parameters. */
  readonly path: Path;
  /** The heading of the API document, or the section of the protocol reference where the document says nothing. */
  readonly heading: string;
  /** A short summary for the command line. */
  readonly summary: string;
  readonly parameters: P;
  readonly answer: A;
  readonly since?: number;
  readonly until?: number;
  /** True if no credentials are required. */
  readonly anonymous?: boolean;
  /** True if it keeps nothing that the user set, although it is no GET: all its parameters are hints. */
  readonly savesNothing?: true;
  /** True if a server may report partial completion: repeat the call to continue. */
  readonly batches?: boolean;
  /** Encodes the arguments for a server of that level, if older ones split a parameter. */
  readonly encode?: (values: Values, level: number) => Values;
  /** The maximum size of the answer in megabytes, if not the default. */
  readonly answerLimitMb?: number;
  /** True if it uploads a file, as a multipart form. */
  readonly upload?: boolean;
  /** Who may make the call, by default everybody: all conditions must be met, checked in this order. */
  readonly who?: readonly Who[];
  readonly errors?: readonly ErrorRow[];
  readonly limits?: readonly Limit[];
};

type Call = `${Method} /${string}`;
type PathOf<C extends Call> = C extends `${Method} ${infer Path}` ? Path : never;

const nothing = object({});

/** What is not declared: no parameters, nothing in the answer, and the heading is the call. */
type Defaults<P extends Parameters, A extends z.ZodType> = Pick<
  Endpoint<string, P, A>,
  "heading" | "parameters" | "answer"
>;

/** The errors of `who` need not be declared once more. */
export function endpoint<
  const C extends Call,
  P extends Parameters = Record<never, never>,
  A extends z.ZodType = typeof nothing,
>(
  call: C,
  declaration: Omit<Endpoint, "method" | "path" | keyof Defaults<P, A>> & Partial<Defaults<P, A>>,
): Endpoint<PathOf<C>, P, A> {
  const [method, path] = call.split(" ");
  const { who = [], errors = [] } = declaration;
  const all = [...new Set([...who.map(({ error }) => error), ...errors])];
  const declared: typeof declaration = { ...declaration, errors: all };
  const defaults = { heading: call, parameters: {}, answer: nothing };
  return { ...defaults, ...declared, method, path } as Endpoint<PathOf<C>, P, A>;
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;
type RequiredNames<P extends Parameters> = {
  [K in keyof P]: P[K]["required"] extends true ? K : never;
}[keyof P];
type OptionalNames<P extends Parameters> = {
  [K in keyof P]: P[K]["required"] extends true ? never : K;
}[keyof P];

/** The arguments of a call: path parameters and declared parameters, by name. */
export type ArgumentsOf<E extends Endpoint> = {
  readonly [K in PathNames<E["path"]>]: number | string;
} & { readonly [K in RequiredNames<E["parameters"]>]: z.output<E["parameters"][K]["schema"]> } & {
  readonly [K in OptionalNames<E["parameters"]>]?:
    | z.output<E["parameters"][K]["schema"]>
    | undefined;
};

/** The answer of a successful call, without `result` and `msg`. */
export type AnswerOf<E extends Endpoint> = z.output<E["answer"]>;

/** The kind of value of a parameter, as a form can derive it from the schema. */
export type Shape = "text" | "flag" | "number" | "people" | "words";

export function shapeOf({ schema }: Pick<Parameter, "schema">): Shape {
  const [inner] = schema instanceof z.ZodArray ? [schema.element] : [];
  if (inner === userId) return "people";
  if (inner instanceof z.ZodString) return "words";
  if (schema instanceof z.ZodBoolean) return "flag";
  return schema instanceof z.ZodNumber ? "number" : "text";
}
