/** Encodes a multipart form with a file, for uploads. */

export type Attached = {
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** `type` contains the boundary. */
export async function multipart(
  form: URLSearchParams,
  { name, type, bytes }: Attached,
): Promise<{ readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const parts = new FormData();
  for (const [field, text] of form) parts.append(field, text);
  parts.append("file", new File([bytes], name, { type }));
  const body = new Response(parts);
  // Not `bytes()`: the embedded realm's server replaces Response with one that lacks it.
  const whole = new Uint8Array(await body.arrayBuffer());
  return { type: body.headers.get("content-type") ?? "", bytes: whole };
}
