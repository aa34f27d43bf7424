/** The built program as run by `npm start`. */
import { nodeFlags } from "#build/node-flags.ts";

const root = new URL("../..", import.meta.url).pathname;

/** The command and its first arguments. */
export const weir = [process.execPath, ...nodeFlags, `${root}dist/weir.js`];
