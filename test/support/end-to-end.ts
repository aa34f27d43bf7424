/** Makes tests of the built program wait until it is built, and tells them its keys. */
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { inject } from "vitest";
import type { Build } from "./built.ts";
import { learnKeys } from "./key-bytes.ts";

const { trouble, keys }: Build = JSON.parse(await text(createConnection(inject("builder"))));
if (trouble !== undefined) throw new Error(trouble);
learnKeys(keys);
