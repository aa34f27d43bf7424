/** Numbers that both sides of the wire must know (Limits; the realm's values are the defaults of real servers). */

export const limits = {
  /** Code points. */
  messageLength: 10_000,
  topicLength: 60,
  streamNameLength: 60,
  streamDescriptionLength: 1024,
  statusTextLength: 60,
  /** `num_before` plus `num_after`. */
  messagesPerRequest: 5000,
  /** Seconds that a poll may take; larger than the time between two heartbeats. */
  longPollSeconds: 90,
  /** Requests a minute that an account is granted by default. */
  requestsPerMinute: 200,
  /** Seconds that an unused queue lives. */
  queueIdleSeconds: 600,
} as const;

/** The level that the realm speaks unless told otherwise. */
export const defaultLevel = 278;
