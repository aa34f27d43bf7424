/** Changes of what belongs to nobody alone: people, groups, streams, profile fields, files, emoji and the realm's settings. */
import type { Change } from "./changes.ts";
import { addFile, removeFile } from "./files.ts";
import { deleteGroup, savePerson } from "./people.ts";
import type { State } from "./state.ts";
import { leave, saveStream } from "./streams.ts";

type RealmChange = Extract<
  Change,
  {
    readonly kind:
      | "person changed"
      | "group saved"
      | "group deleted"
      | "stream saved"
      | "file added"
      | "file deleted"
      | "profile fields set"
      | "realm set";
  }
>;

/** Settings that texts are drawn with. */
const drawnWith: ReadonlySet<string> = new Set([
  "default_code_block_language",
  "inline_image_preview",
]);

export function applyToRealm(state: State, change: RealmChange): void {
  const { people, newest } = state;
  switch (change.kind) {
    case "person changed": {
      const person = people.byId.get(change.personId);
      if (person !== undefined) savePerson(people, { ...person, ...change.facts });
      break;
    }
    case "group saved":
      people.groups.set(change.group.id, change.group);
      people.revision += 1;
      newest.group = Math.max(newest.group, change.group.id);
      break;
    case "group deleted":
      deleteGroup(people, change.groupId);
      break;
    case "stream saved":
      saveStream(state.streams, change.stream);
      newest.stream = Math.max(newest.stream, change.stream.id);
      if (change.stream.isArchived) forgetStream(state, change.stream.id);
      break;
    case "file added":
      addFile(state.files, change.file);
      newest.file = Math.max(newest.file, change.file.id);
      break;
    case "file deleted":
      removeFile(state.files, change.fileId);
      // The file itself may be gone from what was kept: its number is not given again.
      newest.file = Math.max(newest.file, change.fileId);
      break;
    case "profile fields set":
      state.profileFields = change.fields;
      newest.field = Math.max(newest.field, ...change.fields.map(({ id }) => id));
      forgetFields(state);
      break;
    case "realm set":
      state.settings.set(change.property, change.value);
      if (drawnWith.has(change.property)) state.drawnRevision += 1;
      break;
  }
}

/** Nobody is in a stream that is out of use, has anything unread there, or wants anything of its topics; no event says so. */
function forgetStream({ streams, messages, personal }: State, streamId: number): void {
  const stream = streams.byId.get(streamId);
  if (stream === undefined) return;
  for (const userId of stream.subscribers) leave(stream, userId, messages.newest + 1);
  const ids = messages.ofStream.get(streamId) ?? [];
  for (const { unread, topicPolicies } of personal.values()) {
    for (const id of ids) unread.delete(id);
    for (const [key, policy] of topicPolicies) {
      if (policy.streamId === streamId) topicPolicies.delete(key);
    }
  }
}

/** What people wrote into fields that are gone, goes with them. */
function forgetFields({ people, profileFields }: State): void {
  const known = new Set(profileFields.map(({ id }) => String(id)));
  for (const person of people.byId.values()) {
    const kept = Object.entries(person.profile).filter(([id]) => known.has(id));
    if (kept.length === Object.keys(person.profile).length) continue;
    savePerson(people, { ...person, profile: Object.fromEntries(kept) });
  }
}
