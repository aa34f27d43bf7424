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
      const fileName = nameOf(value);
      const bytes = new Uint8Array(await value.arrayBuffer());
      if (fileName !== "") files.set(name, { name: fileName, type: value.type, bytes });
    }
  }
  return { form, files: [...files.values()] };
}

const longestName = 255;

/** The last step of a path, without what cannot be seen; empty where that is no name: then there is no file. */
function nameOf({ name: written }: File): string {
  const last = written.split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(/[[\p{C}\p{Z}]--[ ]]/gv, "");
  if (/^\.{0,2}$/.test(name)) return "";
  const ending = /(?<=.)\.[^.]*$/su.exec(name)?.[0].slice(0, longestName) ?? "";
  return name.length <= longestName ? name : name.slice(0, longestName - ending.length) + ending;
}

/** None when the parts cannot be told from each other. */
async function partsOf(request: Request): Promise<Iterable<[string, string | File]>> {
  try {
    return await request.formData();
  } catch {
    return [];
  }
}
