/** An archive in a real file, which is closed after the test. */
import { onTestFinished } from "vitest";
import type { Archive } from "#archive/archive.ts";
import { openArchiveHere } from "#archive/client.ts";
import { quickFolder } from "./folder.ts";

export function archiveIn(path = quickFolder()): Archive {
  const owner = { account: "me", keepsMessages: true };
  const { archive, close } = openArchiveHere(path, owner);
  onTestFinished(close);
  return archive;
}
