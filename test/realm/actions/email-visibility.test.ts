import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const real = "ana@small.example";
const dummy = `user${people.ana}@realm.invalid`;

/** Who sees Ana's real address in `GET /users`, by the names of their roles. */
async function seers({ as }: ReturnType<typeof startRealm>): Promise<readonly string[]> {
  const viewers = {
    herself: people.ana,
    member: people.bo,
    administrator: people.cleo,
    moderator: people.don,
    guest: people.gus,
  };
  const sees = await Promise.all(
    Object.entries(viewers).map(async ([name, id]) => {
      const { user } = (await as(id).get(`/users/${people.ana}`)).body;
      expect("delivery_email" in user).toBe(true);
      expect([real, null]).toContain(user.delivery_email);
      return user.delivery_email === real ? [name] : [];
    }),
  );
  return sees.flat();
}

const everybody = ["herself", "member", "administrator", "moderator", "guest"];
test.for([
  [1, everybody],
  [2, ["herself", "member", "administrator", "moderator"]],
  [3, ["herself", "administrator"]],
  [4, ["herself"]],
  [5, ["herself", "administrator", "moderator"]],
] as const)("an address of visibility %i is seen by %j", async ([visibility, expected]) => {
  const started = startRealm();
  const ana = started.as(people.ana);
  await ana.patch("/settings", { email_address_visibility: visibility });
  expect(await seers(started)).toEqual(expected);
  const { email, delivery_email } = (await ana.get("/users/me")).body;
  expect([email, delivery_email]).toEqual([visibility === 1 ? real : dummy, real]);
});

test("hiding an address tells those who lose it, and gives everybody another to write to", async () => {
  const { as } = startRealm();
  const [ana, bo, cleo] = [as(people.ana), as(people.bo), as(people.cleo)];
  const queue = async (who: typeof ana) => String((await who.register())["queue_id"]);
  const [hers, his, admins] = [await queue(ana), await queue(bo), await queue(cleo)];
  await ana.patch("/settings", { email_address_visibility: 3 });
  const person = (event: Readonly<Record<string, unknown>>) => event["person"];
  const user_id = people.ana;
  const moved = [{ user_id, new_email: dummy }, expect.objectContaining({ avatar_source: "G" })];
  expect((await bo.events(his)).map(person)).toEqual([{ user_id, delivery_email: null }, ...moved]);
  expect((await cleo.events(admins)).map(person)).toEqual(moved);
  const [setting, ...rest] = await ana.events(hers);
  expect(setting).toMatchObject({ type: "user_settings", property: "email_address_visibility" });
  expect(rest.map(person)).toEqual(moved);
});

test("a step between two hidden ones is told only to those whose sight changes", async () => {
  const { as } = startRealm();
  const [ana, bo, cleo] = [as(people.ana), as(people.bo), as(people.cleo)];
  await ana.patch("/settings", { email_address_visibility: 3 });
  const [his, hers] = [await bo.register(), await cleo.register()];
  await ana.patch("/settings", { email_address_visibility: 4 });
  expect(await bo.events(his["queue_id"])).toEqual([]);
  expect(await cleo.events(hers["queue_id"])).toMatchObject([
    { person: { user_id: people.ana, delivery_email: null } },
  ]);
});

test("a register shows each person what they may see, their own address always", async () => {
  const { as } = startRealm();
  await as(people.ana).patch("/settings", { email_address_visibility: 4 });
  const shown = async (id: number) => {
    const { realm_users, user_settings } = await as(id).register();
    const own = realm_users.find((user: { user_id: number }) => user.user_id === people.ana);
    return [own.email, own.delivery_email, user_settings.email_address_visibility];
  };
  expect(await shown(people.ana)).toEqual([dummy, real, 4]);
  expect(await shown(people.bo)).toEqual([dummy, null, 1]);
  expect(await shown(people.cleo)).toEqual([dummy, null, 1]);
});

test("people write to the address that is shown, and sign in with the real one", async () => {
  const { as } = startRealm();
  const [ana, bo] = [as(people.ana), as(people.bo)];
  await ana.patch("/settings", { email_address_visibility: 3 });
  const send = { type: "direct", content: "psst" };
  expect((await bo.post("/messages", { ...send, to: [dummy] })).status).toBe(200);
  expect((await bo.post("/messages", { ...send, to: [real] })).status).toBe(400);
  expect((await bo.get(`/users/${dummy}`)).body["user"].user_id).toBe(people.ana);
  expect((await bo.get(`/users/${real}`)).status).toBe(400);
  expect((await ana.get("/users/me")).status).toBe(200);
});

test("before level 163 nobody is told a second address", async () => {
  const { as } = startRealm({ level: 162 });
  const { user } = (await as(people.bo).get(`/users/${people.ana}`)).body;
  expect("delivery_email" in user).toBe(false);
});
