/**
 * What is compiled is kept for the next run: a thread or a process that compiles all modules, and strips their types, takes a
 * second of a core longer. It comes first, because it concerns only what is imported after it.
 */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../../node_modules/.cache/tests", import.meta.url)));
