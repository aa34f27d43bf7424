/** The folders of recordings of real servers, which are not part of the repository; one for each server. */
import { existsSync } from "node:fs";

const fixtures = new URL("../../../shared/fixtures/", import.meta.url).pathname;
const named = process.env["WIRE_FIXTURES"];

/** The oldest server first. */
export const folders: readonly string[] =
  named === undefined
    ? ["wire", "wire-372"].map((name) => fixtures + name).filter((path) => existsSync(path))
    : [named];
