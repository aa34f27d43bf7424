/** Encodes a multipart form with a file, for uploads: a small one at once, a large one as it is read. */

export type Attached = {
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** A file that is read while it is sent. */
export type Streamed = Omit<Attached, "bytes"> & {
  /** Bytes; what `chunks` yields must be as long. */
  readonly size: number;
  /** Read from the beginning each time that it is iterated. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
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

export type StreamedForm = {
  /** With the boundary. */
  readonly type: string;
  /** Bytes. */
  readonly length: number;
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
};

/** A form of the file alone. `boundary` must not occur in it. */
export function streamedForm({ name, type, size, chunks }: Streamed, boundary: string) {
  const encode = (text: string) => new TextEncoder().encode(text);
  const disposition = `form-data; name="file"; filename="${nameInHeader(name)}"`;
  const head = encode(
    `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const tail = encode(`\r\n--${boundary}--\r\n`);
  const whole: StreamedForm = {
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + size + tail.length,
    chunks: {
      async *[Symbol.asyncIterator]() {
        yield head;
        yield* chunks;
        yield tail;
      },
    },
  };
  return whole;
}

/** As browsers write it. */
function nameInHeader(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}
