/** Builds with source maps at every change; run `node --enable-source-maps dist/weir.js demo` beside it. */
import { context } from "esbuild";
import { entryOptions, programOptions } from "./bundle.ts";

for (const options of [programOptions(), entryOptions()]) {
  const building = await context({ ...options, sourcemap: true, logLevel: "info" });
  await building.watch();
}
