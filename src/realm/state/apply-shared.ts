/** Applies changes of shared state: people, groups, streams, profile fields, files and the realm's settings. */
import type { Handlers } from "./changes.ts";
import { addFile, removeFile } from "./files.ts";
import { deleteGroup, savePerson } from "./people.ts";
import type { State } from "./state.ts";
import { join, leave, saveStream } from "./streams.ts";

export const sharedHandlers = {
  "people joined": ({ streams, messages }, { streamId, userIds }) => {
    const stream = streams.byId.get(streamId);
    if (stream !== undefined) for (const id of userIds) join(stream, id, messages.newest + 1);
  },
  "people left": ({ streams, messages }, { streamId, userIds }) => {
    const stream = streams.byId.get(streamId);
    if (stream !== undefined) for (const id of userIds) leave(stream, id, messages.newest + 1);
  },
  "person changed": ({ people }, { personId, facts }) => {
    const person = people.byId.get(personId);
    if (person !== undefined) savePerson(people, { ...person, ...facts });
  },
  "group saved": ({ people, newest }, { group }) => {
    people.groups.set(group.id, group);
    people.revision += 1;
    newest.group = Math.max(newest.group, group.id);
  },
  "group deleted": ({ people }, { groupId }) => deleteGroup(people, groupId),
  "stream saved": (state, { stream }) => {
    saveStream(state.streams, stream);
    state.newest.stream = Math.max(state.newest.stream, stream.id);
    if (stream.isArchived) forgetStream(state, stream.id);
  },
  "file added": ({ files, newest }, { file }) => {
    addFile(files, file);
    newest.file = Math.max(newest.file, file.id);
  },
  "file deleted": ({ files, newest }, { fileId }) => {
    removeFile(files, fileId);
    // Deleted files keep their ID, so that it is not reused.
    newest.file = Math.max(newest.file, fileId);
  },
  "profile fields set": (state, { fields }) => {
    state.profileFields = fields;
    state.newest.field = Math.max(state.newest.field, ...fields.map(({ id }) => id));
    forgetFields(state);
  },
  "realm set": ({ settings }, { property, value }) => void settings.set(property, value),
} satisfies Partial<Handlers<State>>;

/** Removes subscriptions, unread messages and topic policies of an archived stream, without events. */
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

/** Removes the values of deleted fields. */
function forgetFields({ people, profileFields }: State): void {
  const known = new Set(profileFields.map(({ id }) => String(id)));
  for (const person of people.byId.values()) {
    const remaining = Object.entries(person.profile).filter(([id]) => known.has(id));
    if (remaining.length === Object.keys(person.profile).length) continue;
    savePerson(people, { ...person, profile: Object.fromEntries(remaining) });
  }
}
