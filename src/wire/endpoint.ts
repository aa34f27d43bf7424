/** How an endpoint of the API document is declared: once, for the client that calls it and the realm that answers. */
import type { z } from "zod";

/**
 * How a value becomes text in a form or a query: `plain` text as it is, `json` as JSON text.
 * Integers and booleans look the same either way.
 */
export type Encoding = "plain" | "json";

type Values = Readonly<Record<string, unknown>>;

export type Parameter<Schema extends z.ZodType = z.ZodType, Required extends boolean = boolean> = {
  readonly schema: Schema;
  readonly encoding: Encoding;
  readonly required: Required;
  /** The first feature level that knows it. Absent: always known. */
  readonly since?: number;
  /** The last feature level that knows it. */
  readonly until?: number;
  /** The first level that would rather not be sent it. */
  readonly deprecated?: number;
  /** The last level that wants this plain text as JSON text. */
  readonly jsonUntil?: number;
  /** Other names that servers take for it. */
  readonly aliases?: readonly string[];
  /** What a server takes when it is left out; absent where nothing changes then. */
  readonly otherwise?: unknown;
  /** What the name does not say; shown by the command line. */
  readonly says?: string;
  /** Whether a number alone means a list of one; the other parameters of the call tell. */
  readonly isList?: (others: Values) => boolean;
  /** The value as a server of that level takes it, where older ones spell it otherwise. */
  readonly spelled?: (value: unknown, level: number) => unknown;
  /** The same the other way round: what a server of that level is told, as the newest would be. */
  readonly heard?: (told: unknown, level: number) => unknown;
};

type Extras = Omit<Parameter, "schema" | "encoding" | "required">;

/** A required parameter that travels as plain text. */
export function plain<S extends z.ZodType>(schema: S, extras: Extras = {}): Parameter<S, true> {
  return { schema, encoding: "plain", required: true, ...extras };
}

/** A required parameter that travels as JSON text. */
export function json<S extends z.ZodType>(schema: S, extras: Extras = {}): Parameter<S, true> {
  return { schema, encoding: "json", required: true, ...extras };
}

/** The same parameter, which may be left out. */
export function optional<S extends z.ZodType>(parameter: Parameter<S>): Parameter<S, false> {
  return { ...parameter, required: false };
}

/** LEVEL(64) LEVEL(106): some plain texts were JSON texts before them. */
export function encodingAt({ encoding, jsonUntil = -1 }: Parameter, level: number): Encoding {
  return level <= jsonUntil ? "json" : encoding;
}

/** Whether a server of that level knows it. */
export function isKnownAt(
  { since = 0, until = Number.POSITIVE_INFINITY }: Pick<Parameter, "since" | "until">,
  level: number,
): boolean {
  return since <= level && level <= until;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/**
 * A row of the document's Errors table, or an error that real servers give beside it, in the words of the newest level;
 * `error-texts.ts` knows those of older ones.
 */
export type ErrorRow = {
  readonly when: string;
  readonly code: string;
  /** The text with `<x>` for what varies. */
  readonly text: string;
  /** HTTP status; 400 when absent. */
  readonly status?: number;
  /** Further keys of the body. */
  readonly extra?: readonly string[];
  /** The last level that gives it. */
  readonly until?: number;
};

/** A row of the document's Limits table that concerns the endpoint. */
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
  /** The heading of the API document, or the section of the protocol reference that fills its silence. */
  readonly heading: string;
  /** What it does, in a few words; shown by the command line. */
  readonly does: string;
  readonly parameters: P;
  readonly answer: A;
  readonly since?: number;
  readonly until?: number;
  /** True where no credentials are asked for. */
  readonly anonymous?: boolean;
  /** True where a server may stop half-way and say so: the same call goes on. */
  readonly batches?: boolean;
  /** The arguments as a server of that level takes them, where older ones take one as two. */
  readonly spelled?: (values: Values, level: number) => Values;
  /** The longest answer that a client reads, in megabytes. Absent: as for most calls. */
  readonly answerLimitMb?: number;
  /** True where a file travels, as a multipart form. */
  readonly upload?: boolean;
  readonly errors?: readonly ErrorRow[];
  readonly limits?: readonly Limit[];
};

/** Declares an endpoint; the identity function, for the sake of its types. */
export function endpoint<const Path extends string, P extends Parameters, A extends z.ZodType>(
  declaration: Endpoint<Path, P, A>,
): Endpoint<Path, P, A> {
  return declaration;
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

/** What a caller hands over: path parameters and declared parameters, by name. */
export type ArgumentsOf<E extends Endpoint> = {
  readonly [K in PathNames<E["path"]>]: number | string;
} & { readonly [K in RequiredNames<E["parameters"]>]: z.output<E["parameters"][K]["schema"]> } & {
  readonly [K in OptionalNames<E["parameters"]>]?:
    | z.output<E["parameters"][K]["schema"]>
    | undefined;
};

/** What a successful call gives, beside `result` and `msg`. */
export type AnswerOf<E extends Endpoint> = z.output<E["answer"]>;
