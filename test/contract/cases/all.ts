/** Every case there is, in the order of the document. */
import type { Case } from "../case.ts";
import { statusCases } from "./status.ts";

/** By the file that holds them. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  status: statusCases,
};
