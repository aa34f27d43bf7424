/** Signing in by a password. */
import { Refusal } from "#realm/failures.ts";
import { fetchApiKey } from "#wire/endpoints/account.ts";
import { type RouteRequest, route } from "./route.ts";

export const signInRoutes = [route(fetchApiKey, (request) => byPassword(request))];

function byPassword({ server, values }: RouteRequest<typeof fetchApiKey.parameters>) {
  const person = server.state.people.byLogin.get(values.username.toLowerCase());
  // Whoever has left is told so before the password is looked at.
  if (person?.isActive === false) {
    throw new Refusal("Account is deactivated", { code: "USER_DEACTIVATED", status: 401 });
  }
  if (person?.password !== values.password || person.apiKey === undefined) {
    throw new Refusal("Your username or password is incorrect", {
      code: "AUTHENTICATION_FAILED",
      status: 401,
    });
  }
  return { api_key: person.apiKey, email: person.loginEmail, user_id: person.id };
}
