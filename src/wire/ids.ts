/** Branded ID types, so that a stream's ID cannot be passed for a message's. */
import * as z from "zod";

export const messageId = z.int().brand<"MessageId">();
export type MessageId = z.output<typeof messageId>;

export const userId = z.int().brand<"UserId">();
export type UserId = z.output<typeof userId>;

export const streamId = z.int().brand<"StreamId">();
export type StreamId = z.output<typeof streamId>;

export const groupId = z.int().brand<"GroupId">();
export type GroupId = z.output<typeof groupId>;

export const folderId = z.int().brand<"FolderId">();
export type FolderId = z.output<typeof folderId>;

export const draftId = z.int().brand<"DraftId">();
export type DraftId = z.output<typeof draftId>;

export const scheduledId = z.int().brand<"ScheduledId">();
export type ScheduledId = z.output<typeof scheduledId>;

export const snippetId = z.int().brand<"SnippetId">();
export type SnippetId = z.output<typeof snippetId>;

export const reminderId = z.int().brand<"ReminderId">();
export type ReminderId = z.output<typeof reminderId>;

export const queueId = z.string().brand<"QueueId">();
export type QueueId = z.output<typeof queueId>;
