/** All declared endpoints, in the order of the document, and finding one by its path: for the realm and `weir api`. */
import * as z from "zod";
import { type Endpoint, type Method, optional, plain } from "#wire/endpoint.ts";
import {
  fetchApiKey,
  getEmoji,
  getLinkifiers,
  getOwnUser,
  getServerSettings,
  getSubscriptions,
  getTopics,
  regenerateKey,
} from "./account.ts";
import {
  createDrafts,
  createScheduled,
  deleteDraft,
  deleteScheduled,
  editDraft,
  editScheduled,
  getDrafts,
  getScheduled,
} from "./drafts.ts";
import { deleteAttachment, getAttachments, getFileLink, uploadFile } from "./files.ts";
import {
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  matchNarrow,
  renderMessage,
  sendSubmessage,
  updateFlags,
  updateFlagsOfNarrow,
} from "./flags.ts";
import {
  changeGroupMembers,
  changeSubgroups,
  createGroup,
  deleteGroup,
  getGroupMembers,
  getGroups,
  getSubgroups,
  updateGroup,
} from "./groups.ts";
import {
  addReaction,
  deleteMessage,
  editMessage,
  getMessage,
  getMessageHistory,
  getMessages,
  removeReaction,
  sendMessage,
  startTyping,
} from "./messages.ts";
import {
  clearOwnProfile,
  createProfileField,
  deleteProfileField,
  getProfileFields,
  orderProfileFields,
  updateOwnProfile,
  updateProfileField,
} from "./profile-fields.ts";
import { deleteQueue, getEvents, register } from "./queue.ts";
import { addAlertWords, getAlertWords, removeAlertWords, updateSettings } from "./settings.ts";
import { getPresence, getStatus, updatePresence, updateStatus } from "./status.ts";
import {
  archiveStream,
  deleteTopic,
  getMembers,
  getStream,
  getStreamId,
  getStreams,
  muteTopic,
  subscribe,
  unsubscribe,
  updateStream,
} from "./streams.ts";
import { mutePerson, setSubscriptionProperties, setTopicPolicy, unmutePerson } from "./topics.ts";
import {
  deactivateUser,
  getUser,
  getUserByEmail,
  getUsers,
  reactivateUser,
  updateUser,
} from "./users.ts";

/** Endpoints with a heading in the document. */
const documented: readonly Endpoint[] = [
  sendMessage,
  createScheduled,
  editScheduled,
  getEvents,
  updateStream,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateStatus,
  createProfileField,
  setTopicPolicy,
  editDraft,
  createDrafts,
  updateUser,
  unsubscribe,
  getStreams,
  getUser,
  getUserByEmail,
  getUsers,
  addReaction,
  createGroup,
  updateGroup,
  deleteTopic,
  deactivateUser,
  getServerSettings,
  getMessages,
];

/** Further ones that clients need. */
const further: readonly Endpoint[] = [
  register,
  deleteQueue,
  getScheduled,
  deleteScheduled,
  getDrafts,
  deleteDraft,
  fetchApiKey,
  regenerateKey,
  getOwnUser,
  updateSettings,
  getAlertWords,
  addAlertWords,
  removeAlertWords,
  mutePerson,
  unmutePerson,
  updateOwnProfile,
  clearOwnProfile,
  getStatus,
  reactivateUser,
  getMessage,
  editMessage,
  deleteMessage,
  getMessageHistory,
  getReadReceipts,
  matchNarrow,
  renderMessage,
  removeReaction,
  sendSubmessage,
  updateFlags,
  updateFlagsOfNarrow,
  getSubscriptions,
  subscribe,
  setSubscriptionProperties,
  muteTopic,
  getTopics,
  getStream,
  archiveStream,
  getStreamId,
  getMembers,
  startTyping,
  updatePresence,
  getPresence,
  getGroups,
  deleteGroup,
  getGroupMembers,
  changeGroupMembers,
  getSubgroups,
  changeSubgroups,
  getProfileFields,
  orderProfileFields,
  updateProfileField,
  deleteProfileField,
  getEmoji,
  getLinkifiers,
  uploadFile,
  getFileLink,
  getAttachments,
  deleteAttachment,
];

export const endpoints: readonly Endpoint[] = [...documented, ...further];

// Finds the endpoint for a method and a path with values.

type FoundEndpoint = {
  readonly endpoint: Endpoint;
  /** The values of the path's parameters. */
  readonly values: Readonly<Record<string, string>>;
};

type Pattern = {
  readonly endpoint: Endpoint;
  readonly matches: RegExp;
  /** Literal path segments take precedence over parameters: `/users/me` is not a user's address. */
  readonly spelledOut: number;
};

/** What matches a path parameter: digits for IDs, the rest of the path for `path`, one segment for others. */
function form(name: string): string {
  if (name === "path") return "(?<path>.+)";
  return `(?<${name}>${name.endsWith("_id") ? "[0-9]+" : "[^/]+"})`;
}

function patternOf(endpoint: Endpoint): Pattern {
  const { path } = endpoint;
  const spelledOut = path.split("/").filter((step) => !step.startsWith("{")).length;
  return {
    endpoint,
    matches: new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, name: string) => form(name))}$`),
    spelledOut,
  };
}

const patterns: readonly Pattern[] = endpoints
  .map(patternOf)
  // Users can be given by ID or address: digits are tried first, in the order of the declarations.
  .sort((a, b) => b.spelledOut - a.spelledOut);

/** Undefined if no endpoint is declared there. The path is relative to `/api/v1` and not percent-encoded. */
export function findEndpoint(method: string, path: string): FoundEndpoint | undefined {
  for (const { endpoint, matches } of patterns) {
    const match = endpoint.method === method ? matches.exec(path) : null;
    if (match !== null) return { endpoint, values: { ...match.groups } };
  }
  return undefined;
}

/** The endpoint with this declared path, parameter names in braces included. */
export function findListed(method: string, path: string): Endpoint | undefined {
  return endpoints.find((one) => one.method === method && one.path === path);
}

/** The methods declared for a path, given with values or as listed. */
export function methodsAt(path: string): readonly string[] {
  const listed = patterns.filter(({ endpoint }) => endpoint.path === path);
  const at = listed.length > 0 ? listed : patterns.filter(({ matches }) => matches.test(path));
  return [...new Set(at.map(({ endpoint }) => endpoint.method))];
}

// Undeclared calls and parameters, sent as is, for scripts.

const anything = z.union([z.string(), z.array(z.unknown())]);

/** A call without parameters whose answer may be anything. */
export function undeclared(method: Method, path: string): Endpoint {
  return {
    method,
    path,
    heading: "not declared",
    summary: "is not declared",
    parameters: {},
    answer: z.looseObject({}),
  };
}

/** The endpoint with additional parameters, which are texts or lists. */
export function accepting(endpoint: Endpoint, names: readonly string[]): Endpoint {
  const further = names.map((name) => [name, optional(plain(anything))] as const);
  return { ...endpoint, parameters: { ...endpoint.parameters, ...Object.fromEntries(further) } };
}
