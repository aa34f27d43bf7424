/** Uploaded files: access, and links from messages. */
import { announceTo, type Server } from "#realm/server.ts";
import { type SharedFile, spaceUsed } from "#realm/state/files.ts";
import type { Person } from "#realm/state/people.ts";
import { mayRead } from "#realm/state/state.ts";

export function announceFile(
  server: Server,
  userId: number,
  op: "add" | "update" | "remove",
  file: object,
): void {
  announceTo(server, userId, "attachment", {
    op,
    attachment: file,
    upload_space_used: spaceUsed(server.state.files),
  });
}

/** The owner, and everybody who may read a message that links to it. */
export function mayOpen({ state }: Server, person: Person, file: SharedFile): boolean {
  if (file.ownerId === person.id) return true;
  return [...(state.files.linkedBy.get(file.id) ?? [])].some((id) => {
    const message = state.messages.byId.get(id);
    return message !== undefined && mayRead(state, person, message);
  });
}

/** The IDs of the files that a text links to, if the person may open them. */
export function filesLinked(server: Server, person: Person, content: string): readonly number[] {
  if (!content.includes("user_uploads/")) return [];
  const files = server.render(content).uploads.flatMap((path) => fileAt(server, path) ?? []);
  const own = files.filter((file) => mayOpen(server, person, file));
  return [...new Set(own.map(({ id }) => id))];
}

/** `path` is relative to `/user_uploads/` and may be percent-encoded. */
export function fileAt({ state }: Server, path: string): SharedFile | undefined {
  const { byPath } = state.files;
  return byPath.get(path) ?? byPath.get(percentDecoded(path));
}

/** Announces to a message's author that it links to these files. */
export function announceLinked(server: Server, userId: number, ids: readonly number[]): void {
  for (const id of ids) {
    const file = server.state.files.byId.get(id);
    if (file !== undefined) announceFile(server, userId, "update", attachmentView(server, file));
  }
}

/** The file of a temporary link; undefined if expired. */
export function fileBehind({ fileLinks, clock, state }: Server, token: string) {
  const link = fileLinks.get(token);
  if (link === undefined || link.until <= clock.elapsed()) return undefined;
  return state.files.byId.get(link.fileId);
}

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

/** Users may have typed anything: invalid text is returned unchanged. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
