/** What an exchange takes for granted of the organization: settings that were others before, domains, bots and their keepers. */
import { commit, type Server } from "#realm/server.ts";
import type { Group } from "#realm/state/people.ts";
import { namedGroup, nobody, type Premise } from "./scene.ts";

/** A value of the same kind that is another one. */
function another(server: Server, value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (value === "updated") return "before";
  if (typeof value === "number" && server.state.people.groups.has(value))
    return otherGroup(server, value);
  if (typeof value === "number") return value + 1;
  return value === null ? 300 : namedGroup(server, "role:nobody");
}

function otherGroup({ state }: Server, id: number): number | undefined {
  return [...state.people.groups.values()].find((one: Group) => one.id !== id && one.isSystem)?.id;
}

/** What an answer says is news was something else before. */
export const organization: Premise = ({ server, exchange, isDone }) => {
  const { path, method } = exchange.request;
  if (!isDone || method !== "PATCH" || !path.endsWith("/realm")) return;
  for (const [property, told] of Object.entries(exchange.body)) {
    if (property === "result" || property === "msg") continue;
    commit(server, { kind: "realm set", property, value: another(server, told) });
  }
};

/** Domains, playgrounds and groups of streams that are spoken of as there. */
export const furnishings: Premise = ({ server, exchange, isDone, words, idAfter }) => {
  const { path, method, params = {} } = exchange.request;
  const isOld = isDone && method !== "POST";
  const inPath = /\/realm\/domains\/([^/]+)$/.exec(path)?.[1];
  const name = inPath ?? (/already a part/.test(words) ? params["domain"] : undefined);
  if (name !== undefined && (isOld || inPath === undefined)) {
    const domains = [{ id: 1, name: decodeURIComponent(name), isOpenBelow: true }];
    commit(server, { kind: "domains set", domains });
  }
  const playground = idAfter("playgrounds");
  if (playground !== undefined && isOld) {
    const one = { id: playground, name: "x", language: "x", template: "https://a.example/{code}" };
    commit(server, { kind: "playgrounds set", playgrounds: [one] });
  }
  const group = idAfter("default_stream_groups");
  if (group !== undefined && isOld) {
    const one = { id: group, name: "planted", description: "", streamIds: [] };
    commit(server, { kind: "stream groups set", groups: [one] });
  }
};

/** A bot that is made has a name of its own; one that somebody changes is one that they may change. */
export const bots: Premise = ({ server, exchange, me, isDone, idAfter }) => {
  const { method, path, params } = exchange.request;
  const namesake = [...server.state.people.byId.values()].find(
    ({ fullName }) => fullName === params?.["full_name"],
  );
  if (isDone && method === "POST" && path.endsWith("/bots") && namesake !== undefined) {
    const facts = { fullName: "Planted" };
    commit(server, { kind: "person changed", personId: namesake.id, facts });
  }
  const id = idAfter("bots");
  const bot = server.state.people.byId.get(id ?? nobody);
  if (bot === undefined || !isDone || me === undefined) return;
  const asked = Number(params?.["bot_owner_id"]);
  const ownerId = asked === bot.ownerId || me.role > 200 ? me.id : (bot.ownerId ?? me.id);
  commit(server, { kind: "person changed", personId: bot.id, facts: { ownerId, isActive: true } });
};
