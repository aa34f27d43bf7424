/** Requests to an endpoint, drawn from its declaration: as a client would make them, and wrong in every way that HTTP lets through. */
import fc from "fast-check";
import { type Endpoint, encodingAt, isKnownAt, type Parameter } from "#wire/endpoint.ts";
import { defaultLevel } from "#wire/limits.ts";
import { fitting, oddTexts, pathSteps } from "./values.ts";

/** Somebody of the realm by name, or one of those who have no way in. */
export const callers = [
  ...["ana", "bo", "cleo", "don", "gus", "olga"],
  ...["eva", "robot", "nobody", "wrong key", "no header", "letters", "another scheme"],
] as const;
export type Caller = (typeof callers)[number];

export type FuzzRequest = {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly as: Caller;
  /** Names and texts as they travel; a name may come twice. `{queue}` stands for the caller's own queue. */
  readonly pairs: readonly Pair[];
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
function shown({ method, path, as, pairs, where }: FuzzRequest): string {
  const short = pairs.map(([name, text]) => {
    const cut = text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
    return `${name}=${JSON.stringify(cut)}`;
  });
  return `${method} ${path} as ${as}, ${where}: ${short.join(" & ")}`;
}

/** Requests to one endpoint: of three, one is as declared, one nearly so, and one mostly not. */
export function requestTo(endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(100, 85, 30).chain((care) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 14, arbitrary: fc.constant(endpoint.method) },
          { weight: 1, arbitrary: fc.constantFrom(...methods) },
        ),
        path: pathOf(endpoint),
        as: fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...callers.slice(0, 6)) },
          { weight: 1, arbitrary: fc.constantFrom(...callers) },
        ),
        pairs: fc.tuple(pairsOf(endpoint, care), extras).map((lists) => lists.flat()),
        where: fc.oneof(
          { weight: 14, arbitrary: fc.constant("usual") },
          { weight: 1, arbitrary: fc.constantFrom("query", "both", "json", "plain text") },
        ),
      })
      .map((drawn): FuzzRequest => {
        const request = { endpoint, ...drawn } as Omit<FuzzRequest, typeof fc.toStringMethod>;
        return Object.defineProperty(request, fc.toStringMethod, {
          value: () => shown(request as FuzzRequest),
        }) as FuzzRequest;
      }),
  );
}
