/** Parts of an answer that are JSON text already: lists of thousands are written once, not at every request. */

export type Written = { readonly json: string };

const written = new WeakSet<object>();

export function asWritten(value: unknown): Written {
  const part = { json: JSON.stringify(value) };
  written.add(part);
  return part;
}

/** An answer as JSON text; written parts stand at its top level only. */
export function toJson(answer: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(answer).filter(([, value]) => isWritten(value));
  if (parts.length === 0) return JSON.stringify(answer);
  const rest = Object.fromEntries(Object.entries(answer).filter(([, value]) => !isWritten(value)));
  const texts = parts.map(([key, value]) => `${JSON.stringify(key)}:${(value as Written).json}`);
  const plain = JSON.stringify(rest);
  return plain === "{}" ? `{${texts.join(",")}}` : `${plain.slice(0, -1)},${texts.join(",")}}`;
}

function isWritten(value: unknown): value is Written {
  return typeof value === "object" && value !== null && written.has(value);
}
