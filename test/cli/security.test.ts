import { resolve } from "node:path";
import { expect, test } from "vitest";
import { securityBy, securityFor } from "#cli/security.ts";
import { defaultSecurity } from "#config/account.ts";
import { emptyConfig, readConfig } from "#config/file.ts";

const requested = (options: Readonly<Record<string, string | boolean>>, environment = {}) =>
  securityBy({ verb: "", argument: undefined, options }, { environment, home: "/home/ada" });

test("a flag precedes its environment variable, and its path becomes absolute", () => {
  const environment = { WEIR_CERT_BUNDLE: "~/env.pem", WEIR_ALLOW_HTTP: "true" };
  expect(requested({}, environment)).toEqual({ certBundle: "/home/ada/env.pem", allowHttp: true });
  expect(requested({ certBundle: "flag.pem" }, environment).certBundle).toBe(resolve("flag.pem"));
  expect(requested({ allowHttp: true })).toEqual({ certBundle: undefined, allowHttp: true });
});

test("signing in again keeps the server's connection settings", () => {
  const reading = readConfig(
    'accounts.a = { site = "https://a.test", email = "a@a.test", key = "k", cert_bundle = "/ca", client_cert = "/c" }',
    "config.toml",
  );
  const config = reading.kind === "config" ? reading.config : emptyConfig;
  const known = { certBundle: "/ca", clientCert: "/c" };
  expect(securityFor(config, "https://a.test", requested({}))).toMatchObject(known);
  expect(securityFor(config, "https://a.test", requested({ certBundle: "/new" }))).toMatchObject({
    ...known,
    certBundle: "/new",
  });
  expect(securityFor(config, "https://b.test", requested({}))).toEqual(defaultSecurity);
});
