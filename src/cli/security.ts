/** The security settings of a command, from flags, the environment and the configuration. */
import { defaultSecurity, type Security } from "#config/account.ts";
import type { Config } from "#config/file.ts";
import { absolutePath, type Environment } from "#host/paths.ts";
import { type Invocation, text } from "./invocation.ts";

/** The settings that flags and variables can change. */
export type SecurityOverrides = {
  /** An absolute path. */
  readonly certBundle: string | undefined;
  readonly allowHttp: boolean;
};

/** A flag overrides its variable. */
export function securityBy(
  invocation: Invocation,
  { environment, home }: { readonly environment: Environment; readonly home: string },
): SecurityOverrides {
  const path = text(invocation, "certBundle") ?? (environment["WEIR_CERT_BUNDLE"] || undefined);
  return {
    certBundle: path && absolutePath(path, home),
    allowHttp:
      invocation.options["allowHttp"] === true || environment["WEIR_ALLOW_HTTP"] === "true",
  };
}

/** `known` with the overrides of this run. */
export function withRequested<S extends Security>(known: S, requested: SecurityOverrides): S {
  const { certBundle, allowHttp } = requested;
  return {
    ...known,
    allowHttp: known.allowHttp || allowHttp,
    ...(certBundle !== undefined && { certBundle }),
  };
}

/** The settings for signing in to a server: those of the first account there, with overrides. */
export function securityFor(
  { accounts }: Config,
  site: string,
  requested: SecurityOverrides,
): Security {
  const accountsThere = [...accounts.values()].flatMap((found) =>
    "account" in found && found.account.site === site ? [found.account] : [],
  );
  return withRequested<Security>(accountsThere[0] ?? defaultSecurity, requested);
}
