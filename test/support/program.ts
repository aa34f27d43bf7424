/** The built program as run by `npm start`, and the compile cache shared by tests. */
import { nodeFlags } from "#build/node-flags.ts";

const root = new URL("../..", import.meta.url).pathname;

/** The command and its first arguments. */
export const weir = [process.execPath, ...nodeFlags, `${root}dist/weir.js`];

/** The value of `NODE_COMPILE_CACHE`. A killed program writes nothing there. */
export const compiled = `${root}node_modules/.cache/weir-tests`;
