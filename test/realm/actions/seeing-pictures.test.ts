import { expect, test } from "vitest";
import { png } from "../../support/pictures.ts";
import { authorization, base, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

function started() {
  const { realm, as } = startRealm();
  const fetched = (path: string, who?: number) =>
    realm.fetch(
      new Request(new URL(path, base), {
        headers: who === undefined ? {} : { authorization: authorization(as(who).account) },
      }),
    );
  const leadsTo = async (path: string, who?: number) => {
    const { status, headers } = await fetched(path, who);
    return [status, headers.get("location")];
  };
  return { realm, as, fetched, leadsTo };
}

const drawn = (rest: string) => expect.stringMatching(`/avatar/[0-9a-f]{32}\\?d=identicon${rest}$`);

test.each([
  `/avatar/${people.ana}`,
  "/avatar/ana@small.example",
  "/avatar/ANA%40small.example",
  "/avatar/999",
  "/avatar/nobody@small.example",
  "/avatar/%E0%A4%A",
])("%s leads to a picture that is drawn for the address", async (path) => {
  const { leadsTo } = started();
  expect(await leadsTo(path, people.bo)).toEqual([302, drawn("&version=1")]);
  expect(await leadsTo(`${path}/medium`, people.bo)).toEqual([302, drawn("&s=500&version=1")]);
});

test("strangers see pictures by IDs, and only where they may read something", async () => {
  const { realm, leadsTo } = started();
  const [byId, byAddress] = [`/avatar/${people.ana}`, "/avatar/ana@small.example"];
  expect(await leadsTo(byId)).toEqual([401, null]);
  realm.control.setRealm("enable_spectator_access", true);
  expect(await leadsTo(byId)).toEqual([302, drawn("&version=1")]);
  expect(await leadsTo(byAddress)).toEqual([401, null]);
  expect(await leadsTo("/avatar/realm")).toEqual([302, drawn("&version=1")]);
});

test("a picture that somebody brought is where the address leads, in two sizes, until they give it up", async () => {
  const { as, fetched, leadsTo } = started();
  const ana = as(people.ana);
  const { avatar_url: url } = (await ana.upload("/users/me/avatar", { file: png() })).body;
  expect(await leadsTo(`/avatar/${people.ana}`, people.bo)).toEqual([302, url]);
  const medium = url.replace(".png", "-medium.png");
  expect(await leadsTo(`/avatar/${people.ana}/medium`, people.bo)).toEqual([302, medium]);
  for (const path of [url, medium]) {
    const { status, headers } = await fetched(path);
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
  }
  await ana.delete("/users/me/avatar");
  expect((await fetched(url)).status).toBe(404);
  expect(await leadsTo(`/avatar/${people.ana}`, people.bo)).toEqual([302, drawn("&version=3")]);
});
