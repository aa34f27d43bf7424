/** A realm in which nothing happens by itself, for tests and the benchmark. */
import type { RealmServerOptions } from "#app/realm-options.ts";

export const quietRealm: RealmServerOptions = {
  seed: "empty",
  fixedKeys: false,
  port: 0,
  host: "127.0.0.1",
  level: undefined,
  brand: undefined,
  variation: undefined,
  state: undefined,
  rateLimit: false,
  residents: false,
};
