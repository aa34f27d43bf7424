/** Settings of the realm: changed by its own hand, and told to everybody. */
import { announceToAll, commit, type Server } from "#realm/server.ts";

/** Those that are told in an object, as if more could come with them. */
const toldTogether: ReadonlySet<string> = new Set([
  "allow_message_editing",
  "edit_topic_policy",
  "message_content_edit_limit_seconds",
]);

/** `property` is without its prefix. */
export function setRealmSetting(server: Server, property: string, value: unknown): void {
  commit(server, { kind: "realm set", property, value });
  const isTogether = toldTogether.has(property);
  announceToAll(
    server,
    "realm",
    isTogether
      ? { op: "update_dict", property: "default", data: { [property]: value } }
      : { op: "update", property, value },
  );
}
