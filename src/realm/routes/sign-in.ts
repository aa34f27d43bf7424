/** Signing in by a password. */
import { spend } from "#realm/answers.ts";
import { Refusal } from "#realm/failures.ts";
import { signInBucket, signIns } from "#realm/rates.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { fetchApiKey } from "#wire/endpoints/account.ts";
import { type Asked, route } from "./route.ts";

export const signInRoutes = [route(fetchApiKey, (asked) => byPassword(asked))];

function byPassword({ server, values, headers }: Asked<typeof fetchApiKey.parameters>) {
  const { username, password } = values;
  requireAddress(username);
  const bucket = signInBucket(username);
  spend(headers, server.rates.ask(bucket, signIns));
  if (password === "") throw unknown();
  const person = activePerson(server, username);
  if (person.isBot || person.password !== password) throw unknown();
  server.rates.forget(bucket);
  return keyOf(person);
}

function requireAddress(name: string): void {
  if (!/^[^\s@]+@(?:[^\s@.]+(?:\.[^\s@.]+)+|localhost)$/.test(name)) {
    throw new Refusal("Enter a valid email address.");
  }
}

/** Whoever has left is told so before the password is looked at. */
function activePerson({ state }: Server, name: string): Person {
  const person = state.people.byLogin.get(name.toLowerCase());
  if (person === undefined) throw unknown();
  if (!person.isActive) {
    throw new Refusal("Account is deactivated", { code: "USER_DEACTIVATED", status: 401 });
  }
  return person;
}

function unknown(): Refusal {
  const code = "AUTHENTICATION_FAILED";
  return new Refusal("Your username or password is incorrect", { code, status: 401 });
}

function keyOf({ apiKey, loginEmail, id }: Person) {
  if (apiKey === undefined) throw unknown();
  return {
    api_key: apiKey,
    email: loginEmail,
    user_id: id,
  };
}
