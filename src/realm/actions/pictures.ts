/** Pictures that come along in a form: for emoji, people and bots. */
import { Refusal } from "#realm/failures.ts";
import { pictureKind } from "#realm/picture-files.ts";
import { mebibyte, type Upload } from "#realm/state/files.ts";
import type { Picture } from "#realm/state/look.ts";

const largestMebibytes = 5;

/** The only file of a form that must have one; `what` is how a complaint calls it. */
export function theFile(files: readonly Upload[], what: string): Upload {
  const [file] = files;
  if (file !== undefined && files.length === 1) return file;
  throw new Refusal(`You must upload exactly one ${what}.`);
}

/** The only file of a form that may have one. */
export function onlyFile(files: readonly Upload[]): Upload | undefined {
  if (files.length > 1) throw new Refusal("You may only upload one file at a time");
  return files[0];
}

/** Throws unless the file is a picture, and not too large. */
export function readPicture({ bytes }: Upload): Picture & { readonly extension: string } {
  if (bytes.byteLength > largestMebibytes * mebibyte) {
    throw new Refusal(`Uploaded file is larger than the allowed limit of ${largestMebibytes} MiB`);
  }
  const kind = pictureKind(bytes);
  if (kind === undefined) {
    throw new Refusal("Could not decode image; did you upload an image file?", {
      code: "BAD_IMAGE",
    });
  }
  const { type, extension } = kind;
  return { type, extension, base64: Buffer.from(bytes).toString("base64") };
}
