/** Every endpoint that is declared, in the order of the document; the realm routes by it and the command line lists it. */
import type { Endpoint } from "#wire/endpoint.ts";
import {
  fetchApiKey,
  getOwnUser,
  getServerSettings,
  getSubscriptions,
  getTopics,
} from "./account.ts";
import {
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateFlags,
  updateFlagsOfNarrow,
} from "./flags.ts";
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
import { getPresence, updatePresence } from "./presence.ts";
import { deleteQueue, getEvents, register } from "./queue.ts";
import { mutePerson, setSubscriptionProperties, setTopicPolicy, unmutePerson } from "./topics.ts";

export const endpoints: readonly Endpoint[] = [
  sendMessage,
  getEvents,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  setTopicPolicy,
  addReaction,
  getServerSettings,
  getMessages,
  register,
  fetchApiKey,
  getOwnUser,
  getSubscriptions,
  getTopics,
  getMessage,
  editMessage,
  deleteMessage,
  getMessageHistory,
  removeReaction,
  startTyping,
  updateFlags,
  updateFlagsOfNarrow,
  deleteQueue,
  setSubscriptionProperties,
  mutePerson,
  unmutePerson,
  updatePresence,
  getPresence,
];
