/** Limits shared by client and realm (Limits; the realm uses the defaults of real servers). */

export const limits = {
  /** Code points. */
  messageLength: 10_000,
  topicLength: 60,
  streamNameLength: 60,
  streamDescriptionLength: 1024,
  folderNameLength: 60,
  folderDescriptionLength: 1024,
  statusTextLength: 60,
  personNameLength: 100,
  groupNameLength: 100,
  profileFieldNameLength: 40,
  profileFieldHintLength: 80,
  profileFieldsInSummary: 2,
  alertWordLength: 100,
  /** Of all profile values but long texts. */
  profileTextLength: 50,
  profileLongTextLength: 500,
  snippetTitleLength: 60,
  reminderNoteLength: 500,
  reportLength: 1000,
  deactivationCommentLength: 2000,
  /** `num_before` plus `num_after`. */
  messagesPerRequest: 5000,
  /** Maximum seconds of a poll; longer than the heartbeat interval. */
  longPollSeconds: 90,
  /** The default rate limit of an account, per minute. */
  requestsPerMinute: 200,
  /** Seconds until an unused queue expires. */
  queueIdleSeconds: 600,
} as const;

export type LimitName = keyof typeof limits;
export type Limits = Readonly<Record<LimitName, number>>;

/** The realm's default level. */
export const defaultLevel = 500;
