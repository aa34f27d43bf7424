/** A program that writes a file for another program in parts of half a megabyte, and reports how that ended. */
import { statSync } from "node:fs";
import { createPrivateFiles } from "#host/desktop.ts";

const files = createPrivateFiles();
const half = Buffer.alloc(500_000, "x");
const fill = async (take: (part: Uint8Array) => Promise<void>) => {
  await take(half);
  await take(half);
};
const ended = files.write("large.txt", fill).then(
  (path) => `${statSync(path).size}`,
  () => "refused",
);
process.stdout.write(await ended);
await files.removeAll();
