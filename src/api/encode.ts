/** Encodes the arguments of a call as a path and a form, according to the endpoint's declaration. */
import { type Endpoint, encodingAt, isKnownAt, type Parameter } from "#wire/endpoint.ts";

export type Encoded = {
  /** Below `/api/v1`, path parameters filled in. */
  readonly path: string;
  readonly form: URLSearchParams;
};

type Values = Readonly<Record<string, unknown>>;

/** Omits undefined arguments, and those that the server's level does not know. */
export function encode(endpoint: Endpoint, values: Values, level: number): Encoded {
  const encoded = endpoint.encode?.(values, level) ?? values;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    pathText(name, String(encoded[name])),
  );
  const form = new URLSearchParams();
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    const value = encoded[name];
    if (value !== undefined && isKnownAt(parameter, level))
      form.set(name, textOf(parameter, value, level));
  }
  return { path, form };
}

/** Slashes in the rest of a path are preserved. */
function pathText(name: string, text: string): string {
  return name === "path"
    ? text.split("/").map(encodeURIComponent).join("/")
    : encodeURIComponent(text);
}

function textOf(parameter: Parameter, value: unknown, level: number): string {
  const encoded = parameter.encode?.(value, level) ?? value;
  const isPlain = encodingAt(parameter, level) === "plain";
  return isPlain && typeof encoded === "string" ? encoded : JSON.stringify(encoded);
}
