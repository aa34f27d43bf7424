/** Encodes a multipart form with a file as it is read, and names the media types of files. */

/** A file that is read while it is sent. */
export type Streamed = {
  readonly name: string;
  /** The media type. */
  readonly type: string;
  /** Bytes; what `chunks` yields must be as long. */
  readonly size: number;
  /** Read from the beginning each time that it is iterated. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
};

/** The chunks of a file that is in memory already. */
export function chunksOf(bytes: Uint8Array<ArrayBuffer>): Pick<Streamed, "size" | "chunks"> {
  const chunks = {
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
  return { size: bytes.length, chunks };
}

/** `boundary` must occur neither in the fields nor in the file. */
export function streamedForm(
  fields: URLSearchParams,
  { name, type, size, chunks }: Streamed,
  boundary: string,
) {
  const encode = (text: string) => new TextEncoder().encode(text);
  const begin = (field: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${inHeader(field)}"`;
  const texts = [...fields].map(([field, text]) => `${begin(field)}\r\n\r\n${text}\r\n`);
  const file = `${begin("file")}; filename="${inHeader(name)}"\r\nContent-Type: ${type}\r\n\r\n`;
  const head = encode(texts.join("") + file);
  const tail = encode(`\r\n--${boundary}--\r\n`);
  return {
    /** With the boundary. */
    type: `multipart/form-data; boundary=${boundary}`,
    /** Bytes. */
    length: head.length + size + tail.length,
    chunks: {
      async *[Symbol.asyncIterator]() {
        yield head;
        yield* chunks;
        yield tail;
      },
    },
  };
}

/** As browsers write it. */
function inHeader(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}

// The media type for a file name, so that browsers display uploads.

const types: Readonly<Record<string, string>> = {
  csv: "text/csv",
  gif: "image/gif",
  gz: "application/gzip",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  log: "text/plain",
  md: "text/markdown",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ogg: "audio/ogg",
  patch: "text/plain",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  zip: "application/zip",
};

/** A generic type for unknown extensions. */
export function mediaType(name: string): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return types[ending] ?? "application/octet-stream";
}
