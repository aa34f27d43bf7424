/** The options of `weir watch`. */
import type { VerbOption } from "./form-options.ts";
import { accountOptions } from "./verb.ts";

export const watchOptions: readonly VerbOption[] = [
  {
    flags: "--unit <format>",
    description: "print what starts it with your session, for systemd or launchd",
    words: ["systemd", "launchd"],
  },
  ...accountOptions,
];
