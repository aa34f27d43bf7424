/** What had been written down before a happening, and the numbers that new papers get: drafts, scheduled messages, files. */
import { commit } from "#realm/server.ts";
import { personalOf } from "#realm/state/state.ts";
import { pixel } from "../../support/pictures.ts";
import { fieldsOf, objects } from "../fields.ts";
import { nowSeconds } from "../moment.ts";
import { type Presumption, toldOf } from "./past.ts";

/** Files that messages link to. */
export const files: Presumption = (past) => {
  for (const { userId, event } of toldOf(past, "attachment")) {
    if (event["op"] === "add") continue;
    const told = fieldsOf(event["attachment"]);
    const id = Number(told["id"]);
    if (past.server.state.files.byId.has(id)) continue;
    const name = String(told["name"] ?? "planted.txt");
    const file = { id, name, path: String(told["path_id"] ?? `1/${name}`), ownerId: userId };
    const type = /\.png$/.test(name) ? "image/png" : "text/plain";
    const facts = {
      type,
      size: Number(told["size"] ?? 1),
      base64: /png/.test(type) ? pixel : "eA==",
    };
    commit(past.server, {
      kind: "file added",
      file: { ...file, ...facts, createdAt: nowSeconds * 1000 },
    });
  }
};

/** What was scheduled was as it is told after the change, but for what is changed. */
export const scheduled: Presumption = (past) => {
  for (const { userId, event } of toldOf(past, "scheduled_messages", "update")) {
    const told = fieldsOf(event["scheduled_message"]);
    const personal = personalOf(past.server.state, userId);
    const known = personal.scheduled.find(({ id }) => id === told["scheduled_message_id"]);
    if (known === undefined) continue;
    const isMoved = past.actions[0]?.params?.["to"] !== undefined;
    const place = isMoved ? {} : { to: told["to"] as number, topic: String(told["topic"]) };
    const content = String(told["content"]);
    commit(past.server, {
      ...{ kind: "scheduled saved", userId, scheduled: { ...known, ...place, content } },
    });
  }
};

/** What is made gets the ID that it had. */
export const numbering: Presumption = (past) => {
  const { newest } = past.server.state;
  const first = (type: string, key: string, id: string) => {
    const made = toldOf(past, type, "add").flatMap(({ event }) => objects(event[key]));
    return made.length === 0 ? undefined : Math.min(...made.map((one) => Number(one[id]))) - 1;
  };
  newest.draft = first("drafts", "drafts", "id") ?? newest.draft;
  newest.scheduled =
    first("scheduled_messages", "scheduled_messages", "scheduled_message_id") ?? newest.scheduled;
  const removed = toldOf(past, "scheduled_messages", "remove").map(({ event }) =>
    Number(event["scheduled_message_id"]),
  );
  const isOfDelivery = removed.length > 1 && toldOf(past, "scheduled_messages", "add").length === 0;
  if (isOfDelivery) newest.scheduled = Math.min(...removed) - 1;
  const group = fieldsOf(toldOf(past, "user_group", "add")[0]?.event["group"]);
  if (group["id"] !== undefined) newest.group = Number(group["id"]) - 1;
};
