/** What a command accepts of a server before it gets a key: by its flags, the environment, and what is configured. */
import { type Security, usualSecurity } from "#config/account.ts";
import type { Config } from "#config/file.ts";
import { absolutePath, type Environment } from "#host/paths.ts";
import { type Invocation, text } from "./command-line.ts";

/** The part that flags and variables can say. */
export type WantedSecurity = {
  /** An absolute path. */
  readonly certBundle: string | undefined;
  readonly allowHttp: boolean;
};

/** A flag counts before its variable. */
export function securityBy(
  invocation: Invocation,
  { environment, home }: { readonly environment: Environment; readonly home: string },
): WantedSecurity {
  const path = text(invocation, "certBundle") ?? (environment["WEIR_CERT_BUNDLE"] || undefined);
  return {
    certBundle: path && absolutePath(path, home),
    allowHttp:
      invocation.options["allowHttp"] === true || environment["WEIR_ALLOW_HTTP"] === "true",
  };
}

/** `known` with what is wanted for this run. */
export function withWanted<S extends Security>(known: S, wanted: WantedSecurity): S {
  const { certBundle, allowHttp } = wanted;
  return {
    ...known,
    allowHttp: known.allowHttp || allowHttp,
    ...(certBundle !== undefined && { certBundle }),
  };
}

/** For signing in to a server: as the first account there has it. */
export function securityFor({ accounts }: Config, site: string, wanted: WantedSecurity): Security {
  const known = [...accounts.values()].flatMap((found) =>
    found.kind === "account" && found.account.site === site ? [found.account] : [],
  );
  return withWanted<Security>(known[0] ?? usualSecurity, wanted);
}
