/** What an exchange takes for granted of people: who is gone, muted, online, and what they say of themselves. */
import { commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { fieldsOf, objects } from "../fields.ts";
import { nowSeconds } from "../moment.ts";
import { visibilityOf } from "../visibility.ts";
import type { Premise } from "./scene.ts";

/** Whoever is spoken of as gone is gone. */
export const deactivated: Premise = ({ server, exchange, me, words, idAfter }) => {
  const { params = {} } = exchange.request;
  const { byId, byEmail, byLogin } = server.state.people;
  if (words === "Account is deactivated")
    leave(server, me ?? byLogin.get((params["username"] ?? "").toLowerCase()));
  const gone = /^'(.*)' is no longer using/.exec(words)?.[1];
  if (gone !== undefined) leave(server, byEmail.get(gone.toLowerCase()));
  const numbered = /^User with ID (\d+) is deactivated$/.exec(words)?.[1];
  if (numbered !== undefined) leave(server, byId.get(Number(numbered)));
  const unseen = /\/users\/(\d+)\/presence$/.exec(exchange.request.path)?.[1];
  if (words === "No such user") leave(server, byId.get(Number(unseen)));
  if (words !== "User is deactivated") return;
  const named = Object.values(params).flatMap(
    (text) => text.match(/[^\s"'[\],]+@[^\s"'[\],]+|\d+/g) ?? [],
  );
  const id = idAfter("users") ?? idAfter("members");
  for (const one of [...named, ...(id === undefined ? [] : [String(id)])])
    leave(server, byEmail.get(one.toLowerCase()) ?? byId.get(Number(one)));
};

function leave(server: Server, person: Person | undefined): void {
  if (person !== undefined)
    commit(server, { kind: "person changed", personId: person.id, facts: { isActive: false } });
}

export const muted: Premise = ({ server, exchange, me, words, isDone, idAfter }) => {
  const otherId = idAfter("muted_users");
  if (me === undefined || otherId === undefined) return;
  const isMuted = (exchange.request.method === "DELETE" && isDone) || /already muted/.test(words);
  if (!isMuted && !isDone) return;
  const at = isMuted ? nowSeconds : undefined;
  commit(server, { kind: "person muted", userId: me.id, otherId, at });
};

export const presence: Premise = ({ server, exchange, isDone, touch }) => {
  const target = /\/users\/([^/]+)\/presence$/.exec(exchange.request.path)?.[1];
  const { byId, byEmail } = server.state.people;
  const person =
    byEmail.get(decodeURIComponent(target ?? "").toLowerCase()) ?? byId.get(Number(target));
  if (!isDone || person === undefined) return;
  server.presences.set(person.id, { active: nowSeconds, idle: nowSeconds });
  touch();
};

export const status: Premise = ({ server, exchange, idAfter }) => {
  const told = exchange.body["status"];
  const id = idAfter("users");
  if (id === undefined || typeof told !== "object" || told === null) return;
  const { status_text: text = "", emoji_name: emoji } = told as Readonly<Record<string, string>>;
  const whole = emoji === undefined ? { text } : { text, emoji };
  commit(server, { kind: "person changed", personId: id, facts: { status: whole } });
};

/** Who wrote a message, or is told of, went by the address that is told. */
export const addresses: Premise = ({ server, exchange: { body } }) => {
  const messages = [fieldsOf(body["message"]), ...objects(body["messages"])];
  const people = [body, fieldsOf(body["user"]), ...objects(body["members"])];
  for (const [id, email] of [
    ...messages.map((one) => [one["sender_id"], one["sender_email"]]),
    ...people.map((one) => [one["user_id"], one["email"]]),
  ]) {
    const person = server.state.people.byId.get(Number(id));
    if (person === undefined || typeof email !== "string" || person.email === email) continue;
    const facts = { email, emailVisibility: visibilityOf(person.id, email) };
    commit(server, { kind: "person changed", personId: person.id, facts });
  }
};
