/** A shared file as it travels, with the messages that link to it. */
import type { Server } from "#realm/server.ts";
import type { SharedFile } from "#realm/state/files.ts";

export function attachmentView({ state }: Server, file: SharedFile) {
  const linking = [...(state.files.linkedBy.get(file.id) ?? [])].sort((a, b) => a - b);
  return {
    id: file.id,
    name: file.name,
    path_id: file.path,
    size: file.size,
    create_time: file.createdAt,
    messages: linking.flatMap((id) => {
      const message = state.messages.byId.get(id);
      return message === undefined ? [] : [{ id, date_sent: message.sentAt * 1000 }];
    }),
  };
}
