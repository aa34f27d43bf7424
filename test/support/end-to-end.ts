/** Makes tests of the built program wait until it is built. */
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { inject } from "vitest";

const trouble = await text(createConnection(inject("builder")));
if (trouble !== "") throw new Error(trouble);
