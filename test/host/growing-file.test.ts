import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { distinctName, openGrowing, storeOnce } from "#host/growing-file.ts";
import { anyText } from "../support/any-text.ts";
import { folder } from "../support/folder.ts";

/** A record is a line. */
const lastLine = (text: string) => {
  const end = text.lastIndexOf("\n") + 1;
  return end === 0 ? undefined : { end };
};

test("a file that two programs continue is changed by one of them only", async () => {
  const path = join(folder(), "lines");
  const [one, other] = [await openGrowing(path, lastLine), await openGrowing(path, lastLine)];
  await one.append("a\n");
  await expect(other.append("b\n")).rejects.toThrow("was changed by another program meanwhile");
  await one.append("c\n");
  expect(readFileSync(path, "utf8")).toBe("a\nc\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await one.close();
  await other.close();
});

test("the end of an unfinished record is replaced by the same one, and by no other", async () => {
  const path = join(folder(), "lines");
  writeFileSync(path, "a\nsecond");
  const file = await openGrowing(path, lastLine);
  expect(file.last).toEqual({ end: 2 });
  await expect(file.append("third\n")).rejects.toThrow("not part of an export");
  await expect(file.append("")).rejects.toThrow("not part of an export");
  await file.append("second line\n");
  expect(readFileSync(path, "utf8")).toBe("a\nsecond line\n");
  await file.close();
});

test("a long record is found, and a long file that has none is left alone", async () => {
  const path = join(folder(), "lines");
  writeFileSync(path, `a\n${"x".repeat(300_000)}\n`);
  const file = await openGrowing(path, (text, isStart) => {
    const start = text.lastIndexOf("\n", text.length - 2);
    return start < 0 && !isStart ? undefined : lastLine(text);
  });
  expect(file.last?.end).toBeGreaterThan(300_000);
  await file.append("b\n");
  await file.close();
  writeFileSync(path, Buffer.alloc(17_000_000));
  await expect(openGrowing(path, () => undefined)).rejects.toThrow("not part of an export");
});

test("any name is one of a file in its folder, on every system", () => {
  const hostile = fc.constantFrom(
    ...[
      "..",
      ".",
      "../../x",
      "/etc/passwd",
      "C:\\x",
      "con",
      "NUL.tar.gz",
      "a\0b",
      "-rf",
      "~",
      "a:b",
      " ",
    ],
  );
  fc.assert(
    fc.property(fc.oneof(hostile, anyText(300)), (received) => {
      const name = distinctName(received, received);
      expect(basename(name)).toBe(name);
      expect(dirname(join("/there", name))).toBe("/there");
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/^[-. ~]|[\p{Cc}\\/:*?"<>|]|[. ]$/u);
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
      expect(distinctName(received, `${received} of somebody else`)).not.toBe(name);
    }),
  );
});

test("a stored file appears as a whole, and is never overwritten", async () => {
  const path = folder();
  const broken = storeOnce(path, "a.txt", async (take) => {
    await take(Buffer.from("half"));
    throw new Error("cut off");
  });
  await expect(broken).rejects.toThrow("cut off");
  expect(readdirSync(path)).toEqual([]);
  const fill = (text: string) => async (take: (part: Uint8Array) => Promise<void>) => {
    for (const sign of text) await take(Buffer.from(sign));
  };
  await storeOnce(path, "a.txt", fill("first"));
  await storeOnce(path, "a.txt", fill("second"));
  await storeOnce(path, "b.txt", async (take) => {
    await take(Buffer.from("late"));
    writeFileSync(join(path, "b.txt"), "somebody else's");
  });
  expect(readFileSync(join(path, "a.txt"), "utf8")).toBe("first");
  expect(readFileSync(join(path, "b.txt"), "utf8")).toBe("somebody else's");
  mkdirSync(join(path, "c.txt"));
  await storeOnce(path, "c.txt", fill("x"));
  expect(readdirSync(path).toSorted()).toEqual(["a.txt", "b.txt", "c.txt"]);
});
