/** Errors shared by many endpoints. */
import type { ErrorRow } from "./endpoint.ts";

/** Most errors have this code. */
export function refused(when: string, text: string): ErrorRow {
  return { code: "BAD_REQUEST", when, text };
}

/** For most texts; `name` is that of the parameter. */
export function tooLong(name: string): ErrorRow {
  const text = `${name} is too long (limit: <limit> characters)`;
  return refused(`${name} too long`, text);
}

export const noSuchStream = refused("stream unknown, or not to be seen", "Invalid channel ID");

export const noSuchStreamName = refused(
  "stream unknown, or not to be seen",
  "Invalid channel name '<name>'",
);

/** For streams given by ID, with the ID in the body. */
export const noSuchStreamId: ErrorRow = {
  when: "stream does not exist",
  code: "STREAM_DOES_NOT_EXIST",
  text: "Channel with ID '<id>' does not exist",
  extra: ["stream_id"],
};

export const noSuchUser = refused("user unknown, or not to be seen", "No such user");

export const noSuchMessage = refused("message unknown, or not to be seen", "Invalid message(s)");

export const noSuchGroup = refused("unknown group", "Invalid user group");

export const notAllowed = refused("not allowed to you", "Insufficient permission");

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

export const noGuests = refused("caller a guest", "Not allowed for guest users");

export const noBots = refused("caller a bot", "This endpoint does not accept bot requests.");

export const outOfTime: ErrorRow = {
  when: "processing time limit exceeded after progress",
  code: "REQUEST_TIMEOUT",
  text: "",
  status: 200,
  until: 210,
};

export const staleSetting: ErrorRow = {
  when: "permission is not the expected one any more",
  code: "EXPECTATION_MISMATCH",
  text: "'old' value does not match the expected value.",
};
