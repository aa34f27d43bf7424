import { expect, test } from "vitest";
import { readFields } from "#cli/api-fields.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const sources = {
  readFile: async (path: string) => {
    if (!path.endsWith("note.md")) throw new Error("no such file");
    return bytes("from a file\n");
  },
  readInput: async () => bytes("from a pipe"),
};

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
  const fields = await readFields(["file=@some/note.md", "other=text"], sources, "always");
  expect(fields).toEqual({
    fields: new Map([["other", ["text"]]]),
    file: { name: "note.md", type: "text/markdown", bytes: bytes("from a file\n") },
  });
  const { file } = await readFields(["log=-"], sources, "always");
  expect(file).toEqual({
    name: "log",
    type: "application/octet-stream",
    bytes: bytes("from a pipe"),
  });
  await expect(readFields(["a=@note.md", "b=@note.md"], sources, "always")).rejects.toMatchObject({
    message: "Only one file can be sent per call.",
    code: 2,
  });
});

test("for an undeclared call, only binary values are uploaded as files", async () => {
  const image = new Uint8Array([0x89, 0x50, 0xff]);
  const readFile = async (path: string) => (path === "a.png" ? image : bytes("words"));
  const fields = await readFields(["file=@a.png", "note=@b"], { ...sources, readFile }, "binary");
  expect(fields).toEqual({
    fields: new Map([["note", ["words"]]]),
    file: { name: "a.png", type: "image/png", bytes: image },
  });
});

test.each([
  [["content"], 'A field has the form name=value, not "content".'],
  [["=x"], 'A field has the form name=value, not "=x".'],
  [["a=-", "b=@-"], "Only one field can be read from standard input."],
  [
    ["content=@gone.md"],
    "content cannot be read from gone.md: no such file. Write @@ for a leading @.",
  ],
])("%j is a usage error", async (written, sentence) => {
  await expect(readFields(written, sources)).rejects.toMatchObject({ message: sentence, code: 2 });
});
