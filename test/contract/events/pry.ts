/** Somebody looks into everything that can be asked for, whether or not it is theirs. */
import type { Caller } from "../../support/realm.ts";
import { crowd, everyGroup, everyStream } from "./deed.ts";

const anywhere = [
  "/streams",
  "/users",
  "/user_groups",
  "/users/me",
  "/users/me/subscriptions",
  "/drafts",
  "/scheduled_messages",
  "/attachments",
  "/realm/profile_fields",
  "/realm/presence",
  "/users/me/alert_words",
];

const narrows = [
  [{ operator: "channels", operand: "public" }],
  [{ operator: "is", operand: "dm" }],
  [{ operator: "is", operand: "starred" }],
  [{ operator: "search", operand: "sesame" }],
  ...everyStream.map((operand) => [{ operator: "channel", operand }]),
  ...crowd.map((operand) => [{ operator: "sender", operand }]),
  ...crowd.map((operand) => [{ operator: "dm-including", operand }]),
];

/** `ids` of messages that may be anybody's. */
export async function pry({ get }: Caller, ids: readonly number[]): Promise<void> {
  for (const path of anywhere) await get(path);
  for (const id of everyStream) {
    for (const path of [`/streams/${id}`, `/streams/${id}/members`, `/users/me/${id}/topics`])
      await get(path);
  }
  for (const id of everyGroup) await get(`/user_groups/${id}/members`);
  for (const id of crowd)
    for (const path of [`/users/${id}`, `/users/${id}/status`]) await get(path);
  for (const id of ids) {
    for (const part of ["", "/history", "/read_receipts"]) await get(`/messages/${id}${part}`);
  }
  for (const narrow of narrows)
    await get("/messages", { anchor: "newest", num_before: 100, num_after: 0, narrow });
}
