import { expect, test } from "vitest";
import { askForKey } from "#app/sign-in-again.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, inDeploy, startSmall } from "../support/small-client.ts";

test("an account that is reactivated goes on without a key, and the question for one is gone", async () => {
  const { clock, client, store, bo, control, connection, dialog, rows } = await startSmall();
  askForKey(store, client.session);
  const person = control.server.state.people.byId.get(people.ana) as { isActive: boolean };
  person.isActive = false;
  client.session.poke();
  await clock.pass("5 s");
  expect([connection().kind, dialog()?.kind]).toEqual(["signed-out", "sign-in"]);
  client.send(deploy, "while signed out");
  await bo.say(inDeploy, "are you back?");
  person.isActive = true;
  await clock.pass("6 min");
  expect([connection().kind, dialog()]).toEqual(["live", undefined]);
  expect(rows().slice(-2)).toEqual(["are you back?", "while signed out"]);
});
