/** The built program as `npm start` runs it, and where those that tests start share their compiled code. */
import { nodeFlags } from "#build/node-flags.ts";

const root = new URL("../..", import.meta.url).pathname;

/** The command and its first arguments. */
export const weir = [process.execPath, ...nodeFlags, `${root}dist/weir.js`];

/** Given as `NODE_COMPILE_CACHE`. A program that is killed leaves nothing there. */
export const compiled = `${root}node_modules/.cache/weir-tests`;

/** The same for the code of the tests themselves. */
export const compiledTests = `${root}node_modules/.cache/weir-test-code`;
