/** The wire format of what people keep on the server: scheduled messages. */
import type { Server } from "#realm/server.ts";
import type { Scheduled } from "#realm/state/personal.ts";

export function scheduledView(server: Server, scheduled: Scheduled) {
  const { id, type, to, topic, content, at, failed } = scheduled;
  return {
    scheduled_message_id: id,
    to,
    type,
    content,
    rendered_content: server.render(content).html,
    ...(type === "stream" ? { topic } : {}),
    scheduled_delivery_timestamp: at,
    failed,
  };
}
