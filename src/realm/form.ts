/** The body of a request: names with their texts, and files where the form has parts. */
import type { Upload } from "#realm/state/files.ts";
import type { Carried } from "./parameters.ts";

export type Form = Carried & {
  /** One for each name: of files with one name the last is meant. */
  readonly files: readonly Upload[];
};

/** A body of any other kind says nothing. */
export async function readForm(request: Request): Promise<Form> {
  const query = new URL(request.url).searchParams;
  const type = (request.headers.get("content-type") ?? "").toLowerCase();
  if (type.startsWith("multipart/form-data")) return { query, ...(await readParts(request)) };
  const isForm = type.startsWith("application/x-www-form-urlencoded");
  return { query, form: new URLSearchParams(isForm ? await request.text() : ""), files: [] };
}

async function readParts(request: Request): Promise<Pick<Form, "form" | "files">> {
  const form = new URLSearchParams();
  const files = new Map<string, Upload>();
  for (const [name, value] of await partsOf(request)) {
    if (typeof value === "string") form.append(name, value);
    else {
      const bytes = new Uint8Array(await value.arrayBuffer());
      files.set(name, { name: value.name, type: value.type, bytes });
    }
  }
  return { form, files: [...files.values()] };
}

/** None when the parts cannot be told from each other. */
async function partsOf(request: Request): Promise<Iterable<[string, string | File]>> {
  try {
    return await request.formData();
  } catch {
    return [];
  }
}
