import { expect, test } from "vitest";
import { multipart } from "#api/multipart.ts";

test("a form with a file can be read again, names and bytes as they were", async () => {
  const bytes = new Uint8Array([0, 13, 10, 45, 45, 255]);
  const form = new URLSearchParams({ note: "ü=1" });
  const file = { name: 'a "b" ü.bin', type: "application/x-thing", bytes };
  const { type, bytes: body } = await multipart(form, file);
  const read = await new Response(body, { headers: { "content-type": type } }).formData();
  expect(read.get("note")).toBe("ü=1");
  const part = read.get("file") as File;
  expect([part.name, part.type, await part.bytes()]).toEqual([file.name, file.type, bytes]);
});
