/** Requests to an endpoint, drawn from its declaration: as a client would make them, and wrong in every way that HTTP lets through. */
import fc from "fast-check";
import { type Endpoint, encodingAt, isKnownAt, type Parameter } from "#wire/endpoint.ts";
import { defaultLevel } from "#wire/limits.ts";
import { type Example, examples } from "./examples.ts";
import { fitting, oddTexts, pathSteps } from "./values.ts";

/** A member whom the realm was drawn for, another, an administrator, a moderator, a guest and an owner. */
const regulars = ["ana", "bo", "cleo", "don", "gus", "olga"] as const;
/** A bot, and those who have no way in. */
const strangers = [
  "robot",
  "eva",
  "nobody",
  "wrong key",
  "no header",
  "letters",
  "another scheme",
] as const;
export type Caller = (typeof regulars | typeof strangers)[number];

export type FuzzRequest = {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly as: Caller;
  /** Names and texts as they travel; a name may come twice. `{queue}` stands for the caller's own queue. */
  readonly pairs: readonly Pair[];
  /** How many files travel with it, in a multipart form. */
  readonly files: number;
  readonly where: "usual" | "query" | "both" | "json" | "plain text";
  readonly [fc.toStringMethod]: () => string;
};

function textOf(parameter: Parameter, value: unknown): string {
  const isPlain = encodingAt(parameter, defaultLevel) === "plain";
  return isPlain && typeof value === "string" ? value : JSON.stringify(value);
}

type Pair = [name: string, text: string];
const none: fc.Arbitrary<Pair[]> = fc.array(fc.constant<Pair>(["", ""]), { maxLength: 0 });

/** JSON where plain text belongs, and the other way round. */
function otherwise(parameter: Parameter, value: unknown): string {
  const isPlain = encodingAt(parameter, defaultLevel) === "plain";
  if (isPlain) return JSON.stringify(value);
  return typeof value === "object" ? "[object Object]" : String(value);
}

function right(name: string, parameter: Parameter): fc.Arbitrary<string> {
  return fitting(parameter.schema, name).map((value) => textOf(parameter, value));
}

function wrong(name: string, parameter: Parameter): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: oddTexts },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fitting(parameter.schema, name).map((value) => otherwise(parameter, value)),
    },
  );
}

/** Nothing, one text, or two under one name; `care` of a hundred are as declared. */
function given(name: string, parameter: Parameter, care: number): fc.Arbitrary<Pair[]> {
  const pair = (text: string): Pair => [name, text];
  const others = parameter.aliases?.map((alias) =>
    right(name, parameter).map((text): Pair[] => [pair(text), [alias, text]]),
  );
  const faulty = fc.oneof(
    { weight: 8, arbitrary: wrong(name, parameter).map((text) => [pair(text)]) },
    { weight: 2, arbitrary: none },
    ...(others ?? []).map((arbitrary) => ({ weight: 1, arbitrary })),
  );
  const sound = right(name, parameter).map((text) => [pair(text)]);
  const usual = parameter.required ? sound : fc.oneof(sound, { weight: 1, arbitrary: none });
  return fc.oneof({ weight: care, arbitrary: usual }, { weight: 100 - care, arbitrary: faulty });
}

function pairsOf({ parameters }: Endpoint, care: number): fc.Arbitrary<Pair[]> {
  const known = Object.entries(parameters).filter(([, one]) => isKnownAt(one, defaultLevel));
  const all = fc
    .tuple(...known.map(([name, parameter]) => given(name, parameter, care)))
    .map((lists) => lists.flat());
  // Endpoints with many settings are asked for a few at a time.
  if (known.length < 15) return all;
  return fc
    .tuple(all, fc.nat(known.length), fc.integer({ min: 1, max: 4 }))
    .map(([list, from, count]) => list.slice(from, from + count));
}

function pathOf({ path }: Endpoint): fc.Arbitrary<string> {
  const parts = path.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    const usual = pathSteps[name] ?? fc.nat(8);
    return fc.oneof(
      { weight: 12, arbitrary: usual.map((step) => encodeURIComponent(String(step))) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          ...["0", "abc", "-1", "%00", "%ZZ", "%ff", "..%2f..", "", "1.5", "9".repeat(30), "me"],
        ),
      },
    );
  });
  return fc.tuple(...parts).map((steps) => steps.join(""));
}

const extras: fc.Arbitrary<Pair[]> = fc.oneof(
  { weight: 8, arbitrary: none },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("zebra", "client", "method", "__proto__", "id", "\ud800"), oddTexts)
      .map((pair) => [pair]),
  },
);

const methods = ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS"] as const;

/** A request as it would be written down; long texts are cut. */
function shown({ method, path, as, pairs, where, files }: FuzzRequest): string {
  const short = pairs.map(([name, text]) => {
    const cut = text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
    return `${name}=${JSON.stringify(cut)}`;
  });
  const attached = files === 0 ? "" : `, ${files} files`;
  return `${method} ${path} as ${as}, ${where}${attached}: ${short.join(" & ")}`;
}

/** One that is nearly always taken, and now and then another. */
export function mostly<T>(
  usual: fc.Arbitrary<T>,
  other: fc.Arbitrary<T>,
  weight = 12,
): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
}

type Drawn = Pick<FuzzRequest, "path" | "as" | "pairs">;

const anyCaller: fc.Arbitrary<Caller> = mostly<Caller>(
  fc.constantFrom(...regulars),
  fc.constantFrom(...strangers),
  6,
);

/** As the declaration has it; `care` of a hundred parameters are as they should be. */
function declared(endpoint: Endpoint, care: number): fc.Arbitrary<Drawn> {
  return fc.record({ path: pathOf(endpoint), as: anyCaller, pairs: pairsOf(endpoint, care) });
}

/** A request that is answered with a success, with a little of it changed. */
function nearExample(endpoint: Endpoint): fc.Arbitrary<Drawn> {
  const example = exampleOf(endpoint);
  const pairs = Object.entries(endpoint.parameters).map(([name, parameter]) => {
    const given = example.given?.[name];
    const usual = given === undefined ? [] : [pairOf(name, given)];
    return mostly(
      fc.constant(usual),
      right(name, parameter).map((text) => [pairOf(name, text)]),
      9,
    );
  });
  return fc.record({
    path: mostly(fc.constant(example.path ?? endpoint.path), pathOf(endpoint)),
    as: mostly(fc.constant(example.as ?? "ana"), anyCaller, 3),
    pairs: fc.tuple(...pairs).map((lists) => lists.flat()),
  });
}

function pairOf(name: string, value: unknown): Pair {
  return [name, typeof value === "string" ? value : JSON.stringify(value)];
}

function exampleOf({ method, path }: Endpoint) {
  const example = examples[`${method} ${path}`];
  if (example === undefined) throw new RangeError(`${method} ${path} has no example.`);
  return example;
}

/** A request as the endpoint's declaration has it. */
export function requestOf(
  endpoint: Endpoint,
  { path = endpoint.path, as = "ana", given = {} }: Example = exampleOf(endpoint),
): FuzzRequest {
  return whole({
    endpoint,
    method: endpoint.method,
    path,
    as,
    pairs: Object.entries(given).map(([name, value]) => pairOf(name, value)),
    files: endpoint.upload === true ? 1 : 0,
    where: "usual",
  });
}

function whole(parts: Omit<FuzzRequest, typeof fc.toStringMethod>): FuzzRequest {
  const request = { ...parts, [fc.toStringMethod]: () => shown(request) };
  return request;
}

/** Requests to one endpoint: half of them near the example, the rest as the declaration has it, or nearly, or hardly. */
export function requestTo(endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  const usualFiles = fc.constant(endpoint.upload === true ? 1 : 0);
  return fc
    .record({
      drawn: fc.oneof(
        { weight: 3, arbitrary: nearExample(endpoint) },
        { weight: 1, arbitrary: declared(endpoint, 100) },
        { weight: 1, arbitrary: declared(endpoint, 85) },
        { weight: 1, arbitrary: declared(endpoint, 30) },
      ),
      method: mostly(fc.constant<string>(endpoint.method), fc.constantFrom(...methods), 20),
      more: extras,
      files: mostly(usualFiles, fc.nat(2), 20),
      where: mostly(
        fc.constant("usual" as const),
        fc.constantFrom("query" as const, "both" as const, "json" as const, "plain text" as const),
        20,
      ),
    })
    .map(({ drawn, more, ...rest }) =>
      whole({ endpoint, ...drawn, ...rest, pairs: [...drawn.pairs, ...more] }),
    );
}
