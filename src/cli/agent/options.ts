/** The options of `weir mcp`. */
import type { VerbOption } from "#cli/form-options.ts";
import { accountOptions } from "#cli/verb.ts";

export const mcpOptions: readonly VerbOption[] = [
  {
    flags: "--allow <place>",
    description: "let it read this stream, topic or person only; repeat it for several",
    repeats: true,
  },
  { flags: "--no-direct", description: "let it read no direct messages" },
  ...accountOptions,
];
