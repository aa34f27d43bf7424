import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { chunksOf } from "#api/multipart.ts";
import { readFields } from "#cli/api-fields.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const file = (path: string, content: Uint8Array<ArrayBuffer>) => ({
  name: basename(path),
  ...chunksOf(content),
});

const sources = {
  openFile: async (path: string) => {
    if (!path.endsWith("note.md")) throw new Error(`${path} cannot be read.`);
    return file(path, bytes("from a file\n"));
  },
  readInput: async () => bytes("from a pipe"),
};

/** With the content of the file, which was not read before. */
async function uploaded(...given: Parameters<typeof readFields>) {
  const { fields, file: sent } = await readFields(...given);
  const content = sent && new Uint8Array(await buffer(sent.chunks));
  return { fields, file: sent && [sent.name, sent.type, sent.size, content] };
}

const read = async (...written: readonly string[]) =>
  Object.fromEntries((await readFields(written, sources)).fields);

test("a field is split at its first equals sign, and its value can be empty", async () => {
  expect(await read("content=a=b", "topic=")).toEqual({ content: ["a=b"], topic: [""] });
});

test("a repeated name keeps all its values in order", async () => {
  expect(await read("add=1", "add=2")).toEqual({ add: ["1", "2"] });
});

test("values come from files and from standard input", async () => {
  expect(await read("content=@note.md")).toEqual({ content: ["from a file\n"] });
  expect(await read("content=-")).toEqual({ content: ["from a pipe"] });
  expect(await read("content=@-")).toEqual({ content: ["from a pipe"] });
});

test("@@ is a literal @ at the start of a value", async () => {
  expect(await read("content=@@**Ana Ruiz** hi")).toEqual({ content: ["@**Ana Ruiz** hi"] });
});

test("for a call that takes a file, the value read from a file or standard input is uploaded", async () => {
  expect(await uploaded(["file=@some/note.md", "other=text"], sources, "always")).toEqual({
    fields: new Map([["other", ["text"]]]),
    file: ["note.md", "text/markdown", 12, bytes("from a file\n")],
  });
  const piped = await uploaded(["log=-"], sources, "always");
  expect(piped.file).toEqual(["log", "application/octet-stream", 11, bytes("from a pipe")]);
  await expect(readFields(["a=@note.md", "b=@note.md"], sources, "always")).rejects.toMatchObject({
    message: "Only one file can be sent per call.",
    code: 2,
  });
});

test("for an undeclared call, only binary values are uploaded as files", async () => {
  const image = new Uint8Array([0x89, 0x50, 0xff]);
  const openFile = async (path: string) => file(path, path === "a.png" ? image : bytes("words"));
  expect(await uploaded(["file=@a.png", "note=@b"], { ...sources, openFile }, "binary")).toEqual({
    fields: new Map([["note", ["words"]]]),
    file: ["a.png", "image/png", 3, image],
  });
});

test("an uploaded file is not read before it is sent, and a text only up to a limit", async () => {
  let read = 0;
  const chunks = {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        read += 1;
        yield new Uint8Array(1_000_000);
      }
    },
  };
  const openFile = async () => ({ name: "log", size: 1e12, chunks });
  const endless = { ...sources, openFile };
  expect((await readFields(["file=@log"], endless, "always")).file?.size).toBe(1e12);
  expect(read).toBe(0);
  await expect(readFields(["content=@log"], endless)).rejects.toMatchObject({
    message: "log is longer than 10 MB.",
    code: 2,
  });
  expect(read).toBe(11);
});

test.each([
  [["content"], 'A field has the form name=value, not "content".'],
  [["=x"], 'A field has the form name=value, not "=x".'],
  [["a=-", "b=@-"], "Only one field can be read from standard input."],
  [["content=@gone.md"], "content: gone.md cannot be read. Write @@ for a leading @."],
])("%j is a usage error", async (written, sentence) => {
  await expect(readFields(written, sources)).rejects.toMatchObject({ message: sentence, code: 2 });
});
