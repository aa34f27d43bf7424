/** What a real server made of messages: sources with its HTML, where the recordings are at hand. */
import { existsSync, readFileSync } from "node:fs";

export type Rendered = { readonly source: string; readonly html: string };

const folder =
  process.env["WIRE_FIXTURES"] ??
  new URL("../../../shared/fixtures/wire", import.meta.url).pathname;
const path = `${folder}/markdown/cases.json`;

export const hasRecordings = existsSync(path);

/** Empty without recordings. */
export const renderedMessages: readonly Rendered[] = hasRecordings
  ? JSON.parse(readFileSync(path, "utf8"))
  : [];
