import { expect, test } from "vitest";
import { pictureKind } from "#realm/picture-files.ts";
import { png } from "../support/pictures.ts";

function bytes(text: string, length = 40): Uint8Array {
  const all = new Uint8Array(length);
  all.set(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  return all;
}

test("pictures tell their kind and size in their first bytes", async () => {
  expect(pictureKind(await png(60, 40).bytes())).toMatchObject({
    type: "image/png",
    width: 60,
    height: 40,
  });
  expect(pictureKind(bytes("GIF89a\x02\x01\x03\x00"))).toMatchObject({
    type: "image/gif",
    width: 258,
    height: 3,
  });
  const jpeg = "\xff\xd8\xff\xe0\x00\x04ab\xff\xc2\x00\x0b\x08\x00\x28\x00\x3c";
  expect(pictureKind(bytes(jpeg))).toMatchObject({ type: "image/jpeg", width: 60, height: 40 });
});

test("each of the three forms of one format writes its size in its own way", () => {
  const head = (form: string) => bytes(`RIFF\0\0\0\0WEBP${form}`);
  const lossy = head("VP8 ");
  lossy.set([60, 0, 40, 0], 26);
  const lossless = head("VP8L");
  new DataView(lossless.buffer).setUint32(21, 59 | (39 << 14), true);
  const extended = head("VP8X");
  extended.set([59, 0, 0, 39, 0, 0], 24);
  for (const one of [lossy, lossless, extended]) {
    expect(pictureKind(one)).toMatchObject({ type: "image/webp", width: 60, height: 40 });
  }
});

test("what only begins like a picture, or not at all, is none", () => {
  for (const text of ["", "hello", "\x89PNG", "GIF8", "\xff\xd8\xff", "RIFF\0\0\0\0WEBP"]) {
    expect(pictureKind(bytes(text, text.length))).toBeUndefined();
  }
  expect(pictureKind(bytes("\xff\xd8\xff\xe0\x00\x04abXX"))).toBeUndefined();
});
