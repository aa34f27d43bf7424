/** All declared endpoints, in the order of the document; used by the realm's router and the command line. */
import type { Endpoint } from "#wire/endpoint.ts";
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
import { createDrafts, deleteDraft, editDraft, getDrafts } from "./drafts.ts";
import { deleteAttachment, getAttachments, getFileLink, uploadFile } from "./files.ts";
import {
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
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
import { getReadReceipts, matchNarrow, renderMessage, sendSubmessage } from "./reading.ts";
import { createScheduled, deleteScheduled, editScheduled, getScheduled } from "./scheduled.ts";
import { addAlertWords, getAlertWords, removeAlertWords, updateSettings } from "./settings.ts";
import { getPresence, getStatus, updatePresence, updateStatus } from "./status.ts";
import {
  archiveStream,
  deleteTopic,
  getMembers,
  getStream,
  getStreamId,
  getStreams,
  updateStream,
} from "./streams.ts";
import { muteTopic, subscribe, unsubscribe } from "./subscriptions.ts";
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
