/** Endpoints for the streams that newcomers are put into, and for groups of streams that they are offered. */
import { z } from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { administratorsOnly, noSuchStream, noSuchStreamName, refused } from "#wire/error-rows.ts";
import { streamId } from "#wire/ids.ts";

const streamNames = json(z.array(z.string()), { says: 'names, such as ["design", "news"]' });

const isDefault = {
  ...refused,
  when: "a stream that everybody new is put into",
  text: "'<name>' is a default channel and cannot be added to '<group>'",
};
const nameTaken = {
  ...refused,
  when: "name taken",
  text: "Default channel group '<name>' already exists",
};
const noSuchGroup = {
  ...refused,
  when: "group unknown",
  text: "Default channel group with id '<id>' does not exist.",
};

export const addDefaultStream = endpoint({
  method: "POST",
  path: "/default_streams",
  heading: "protocol reference 10.4",
  does: "puts newcomers into a stream; administrators only",
  parameters: { stream_id: json(streamId) },
  answer: z.looseObject({}),
  errors: [
    administratorsOnly,
    noSuchStream,
    { ...refused, when: "private", text: "Private channels cannot be made default." },
  ],
});

export const removeDefaultStream = endpoint({
  method: "DELETE",
  path: "/default_streams",
  heading: "protocol reference 10.4",
  does: "puts newcomers into a stream no longer; administrators only",
  parameters: { stream_id: json(streamId) },
  answer: z.looseObject({}),
  errors: [administratorsOnly, noSuchStream],
});

export const createDefaultGroup = endpoint({
  method: "POST",
  path: "/default_stream_groups/create",
  heading: "protocol reference 10.4",
  does: "makes a group of streams to offer to newcomers; administrators only",
  parameters: {
    group_name: plain(z.string()),
    description: plain(z.string()),
    stream_names: streamNames,
  },
  answer: z.looseObject({}),
  errors: [
    administratorsOnly,
    noSuchStreamName,
    isDefault,
    nameTaken,
    { ...refused, when: "name blank", text: "Invalid default channel group name '<name>'" },
    {
      ...refused,
      when: "name too long",
      text: "Default channel group name too long (limit: 60 characters)",
    },
    {
      ...refused,
      when: "name with a null byte",
      text: "Default channel group name '<name>' contains NULL (0x00) characters.",
    },
  ],
});

export const updateDefaultGroup = endpoint({
  method: "PATCH",
  path: "/default_stream_groups/{group_id}",
  heading: "protocol reference 10.4",
  does: "renames or describes a group of streams for newcomers; administrators only",
  parameters: {
    new_group_name: optional(plain(z.string())),
    new_description: optional(plain(z.string())),
  },
  answer: z.looseObject({}),
  errors: [
    administratorsOnly,
    noSuchGroup,
    nameTaken,
    {
      ...refused,
      when: "nothing given",
      text: 'You must pass "new_description" or "new_group_name".',
    },
    {
      ...refused,
      when: "called so already",
      text: "This default channel group is already named '<name>'",
    },
  ],
});

export const deleteDefaultGroup = endpoint({
  method: "DELETE",
  path: "/default_stream_groups/{group_id}",
  heading: "protocol reference 10.4",
  does: "deletes a group of streams for newcomers; administrators only",
  parameters: {},
  answer: z.looseObject({}),
  errors: [administratorsOnly, noSuchGroup],
});

export const changeDefaultGroup = endpoint({
  method: "PATCH",
  path: "/default_stream_groups/{group_id}/streams",
  heading: "protocol reference 10.4",
  does: "adds streams to a group for newcomers, or takes some out; administrators only",
  parameters: { op: plain(z.string(), { says: "add or remove" }), stream_names: streamNames },
  answer: z.looseObject({}),
  errors: [
    administratorsOnly,
    noSuchGroup,
    noSuchStreamName,
    isDefault,
    {
      ...refused,
      when: "in it already",
      text: "Channel '<name>' is already present in default channel group '<group>'",
    },
    {
      ...refused,
      when: "not in it",
      text: "Channel '<name>' is not present in default channel group '<group>'",
    },
    {
      ...refused,
      when: "op unknown",
      text: 'Invalid value for "op". Specify one of "add" or "remove".',
    },
  ],
});
