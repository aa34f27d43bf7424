/** Arguments of a call as the path and the form that travel, by the declaration of its endpoint. */
import type { Endpoint, Parameter } from "#wire/endpoint.ts";

export type Encoded = {
  /** Below `/api/v1`, path parameters filled in. */
  readonly path: string;
  readonly form: URLSearchParams;
};

type Values = Readonly<Record<string, unknown>>;

/** Leaves out what is undefined, and what the server's level does not know. */
export function encode(endpoint: Endpoint, values: Values, level: number): Encoded {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const form = new URLSearchParams();
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    const value = values[name];
    if (value !== undefined && isKnown(parameter, level)) form.set(name, textOf(parameter, value));
  }
  return { path, form };
}

function isKnown(parameter: Parameter, level: number): boolean {
  return level >= (parameter.since ?? 0) && level <= (parameter.until ?? Number.POSITIVE_INFINITY);
}

function textOf(parameter: Parameter, value: unknown): string {
  if (parameter.encoding === "plain" && typeof value === "string") return value;
  return JSON.stringify(value);
}
