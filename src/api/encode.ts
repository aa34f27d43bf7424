/** Arguments of a call as the path and the form that travel, by the declaration of its endpoint. */
import { type Endpoint, encodingAt, isKnownAt, type Parameter } from "#wire/endpoint.ts";

export type Encoded = {
  /** Below `/api/v1`, path parameters filled in. */
  readonly path: string;
  readonly form: URLSearchParams;
};

type Values = Readonly<Record<string, unknown>>;

/** Leaves out what is undefined, and what the server's level does not know. */
export function encode(endpoint: Endpoint, values: Values, level: number): Encoded {
  const spelled = endpoint.spelled?.(values, level) ?? values;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    pathText(name, String(spelled[name])),
  );
  const form = new URLSearchParams();
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    const value = spelled[name];
    if (value !== undefined && isKnownAt(parameter, level))
      form.set(name, textOf(parameter, value, level));
  }
  return { path, form };
}

/** The rest of a path keeps its slashes. */
function pathText(name: string, text: string): string {
  return name === "path"
    ? text.split("/").map(encodeURIComponent).join("/")
    : encodeURIComponent(text);
}

function textOf(parameter: Parameter, value: unknown, level: number): string {
  const spelled = parameter.spelled?.(value, level) ?? value;
  const isPlain = encodingAt(parameter, level) === "plain";
  return isPlain && typeof spelled === "string" ? spelled : JSON.stringify(spelled);
}
