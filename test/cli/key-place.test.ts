/** Replacing an account's key where it is stored, with real files. */
import { appendFileSync, chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { storedKey } from "#cli/key-place.ts";
import { folder } from "../support/folder.ts";
import { memoryKeyring } from "../support/keyring.ts";

const rc = "[api]\nemail=a@a.example\nkey=k3y\nsite=https://a.example\n";

test("the key of an rc file is replaced, and nobody else can read it", async () => {
  const path = join(folder(), "rc");
  writeFileSync(path, rc, { mode: 0o600 });
  const stored = storedKey({ kind: "rc", path });
  await stored.check();
  expect(readFileSync(path, "utf8")).toBe(rc);
  await stored.write("fresh");
  expect(readFileSync(path, "utf8")).toBe(rc.replace("k3y", "fresh"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await stored.read()).toBe("fresh");
});

test("a write error is reported before the old key is revoked", async () => {
  const home = folder();
  const path = join(home, "config.toml");
  writeFileSync(
    path,
    '[accounts.a]\nsite = "https://a.example"\nemail = "a@a.example"\nkey = "k"\n',
    { mode: 0o600 },
  );
  const stored = storedKey({ kind: "config", path, name: "a" });
  // Root can write to any folder, so bytes that writing would lose simulate the error.
  if (process.geteuid?.() === 0) appendFileSync(path, Buffer.from("# caf\xe9\n", "latin1"));
  else chmodSync(home, 0o500);
  await expect(stored.check()).rejects.toThrow(
    /in .*config\.toml: you|config\.toml cannot be changed/,
  );
  chmodSync(home, 0o700);
});

test("a key in the keyring is replaced, one from the environment cannot be", async () => {
  const keyring = memoryKeyring();
  const owner = { site: "https://a.example", email: "a@a.example" };
  await keyring.write(owner, "k");
  const stored = storedKey({ kind: "keyring", owner }, keyring);
  await stored.check();
  await stored.write("fresh");
  expect(await keyring.read(owner)).toBe("fresh");
  await expect(storedKey({ kind: "environment" }).write("fresh")).rejects.toThrow(/WEIR_API_KEY/);
});

test("a key is not written for an account that was removed from the file, which the error says", async () => {
  const path = join(folder(), "config.toml");
  const text = '[accounts.b]\nsite = "https://a.example"\nemail = "a@a.example"\nkey = "k"\n';
  writeFileSync(path, text, { mode: 0o600 });
  const stored = storedKey({ kind: "config", path, name: "a" });
  await expect(stored.write("fresh")).rejects.toThrow(
    `There is no key for the account "a" in ${path} any more.`,
  );
  expect(readFileSync(path, "utf8")).toBe(text);
});
