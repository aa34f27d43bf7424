/** Errors shared by many endpoints. */
import type { ErrorRow } from "./endpoint.ts";

/** The common part of most errors. */
export const refused = { code: "BAD_REQUEST" } as const;

/** For most texts; `name` is that of the parameter. */
export function tooLong(name: string): ErrorRow {
  const text = `${name} is too long (limit: <limit> characters)`;
  return { ...refused, when: `${name} too long`, text };
}

export const noSuchStream: ErrorRow = {
  ...refused,
  when: "stream unknown, or not to be seen",
  text: "Invalid channel ID",
};

export const noSuchStreamName: ErrorRow = {
  ...refused,
  when: "stream unknown, or not to be seen",
  text: "Invalid channel name '<name>'",
};

/** For streams given by ID, with the ID in the body. */
export const noSuchStreamId: ErrorRow = {
  when: "stream does not exist",
  code: "STREAM_DOES_NOT_EXIST",
  text: "Channel with ID '<id>' does not exist",
  extra: ["stream_id"],
};

export const noSuchUser: ErrorRow = {
  ...refused,
  when: "user unknown, or not to be seen",
  text: "No such user",
};

export const noSuchMessage: ErrorRow = {
  ...refused,
  when: "message unknown, or not to be seen",
  text: "Invalid message(s)",
};

export const noSuchGroup: ErrorRow = {
  ...refused,
  when: "unknown group",
  text: "Invalid user group",
};

export const notAllowed: ErrorRow = {
  ...refused,
  when: "not allowed to you",
  text: "Insufficient permission",
};

export const administratorsOnly: ErrorRow = {
  when: "caller not an administrator",
  code: "UNAUTHORIZED_PRINCIPAL",
  text: "Must be an organization administrator",
};

export const ownersOnly: ErrorRow = {
  when: "caller not an owner",
  code: "UNAUTHORIZED_PRINCIPAL",
  text: "Must be an organization owner",
};

export const noGuests: ErrorRow = {
  ...refused,
  when: "caller a guest",
  text: "Not allowed for guest users",
};

export const noBots: ErrorRow = {
  ...refused,
  when: "caller a bot",
  text: "This endpoint does not accept bot requests.",
};

export const outOfTime: ErrorRow = {
  when: "processing time limit exceeded after progress",
  code: "REQUEST_TIMEOUT",
  text: "",
  status: 200,
  until: 210,
};
