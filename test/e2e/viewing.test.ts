/** Looking at a file of the realm with a program of the desktop. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { request } from "undici";
import { expect, test, vi } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

/** Brings a file into the realm; gives its path there. */
async function uploads({
  environment,
}: {
  readonly environment: Readonly<Record<string, string>>;
}) {
  const { WEIR_SITE: site, WEIR_EMAIL: email, WEIR_API_KEY: key } = environment;
  const form = new FormData();
  form.append("file", new Blob(["miau"], { type: "text/plain" }), "cat.txt");
  const response = new Response(form);
  const { body } = await request(`${site}/api/v1/user_uploads`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${email}:${key}`)}`,
      "content-type": response.headers.get("content-type") ?? "",
    },
    body: Buffer.from(await response.arrayBuffer()),
  });
  const answer = (await body.json()) as { readonly url: string };
  return answer.url;
}

test("n and v hand the file to the desktop in a folder that goes with weir", async () => {
  const at = folder();
  const [opener, kept] = [join(at, "xdg-open"), join(at, "kept")];
  writeFileSync(
    opener,
    `#!/bin/sh\nprintf '%s ' "$1" > ${kept}.new; cat "$1" >> ${kept}.new; mv ${kept}.new ${kept}\n`,
  );
  chmodSync(opener, 0o755);
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  await ana.says("general > notes", `[cat.txt](${await uploads(ana)})`);
  const path = `${at}:${process.env["PATH"]}`;
  const { environment } = realm.as("Robin");
  const person = await sitDown({ environment: { ...environment, PATH: path, DISPLAY: ":9" } });
  await person.sees(/live/);
  await person.presses("n", "v");
  await person.sees("Opened cat.txt");
  await vi.waitFor(() => expect(existsSync(kept)).toBe(true));
  const [file = "", content] = readFileSync(kept, "utf8").split(" ");
  expect(content).toBe("miau");
  expect(existsSync(file)).toBe(true);
  person.kill("SIGTERM");
  await person.ended;
  expect(existsSync(dirname(file))).toBe(false);
});
