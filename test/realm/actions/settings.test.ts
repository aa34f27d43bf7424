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
