/** `npm run dev`: builds with source maps and starts the demo, beside the usual build. Arguments go to weir. */
import { spawn } from "node:child_process";
import { build } from "esbuild";
import { developmentOptions } from "./bundle.ts";
import { nodeFlags } from "./node-flags.ts";
import { root } from "./plugins.ts";

const outdir = "dist/dev";
const development = { sourcemap: true, outdir } as const;

await Promise.all(developmentOptions().map((part) => build({ ...part, ...development })));

const argv = process.argv.slice(2);
const child = spawn(
  process.execPath,
  [
    ...nodeFlags,
    "--enable-source-maps",
    `${root}${outdir}/weir.js`,
    ...(argv.length > 0 ? argv : ["demo"]),
  ],
  { stdio: "inherit" },
);
// Wait for weir to exit first.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const)
  process.on(signal, () => child.kill(signal));
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
