/** Endpoints for uploaded files. */
import * as z from "zod";
import { endpoint } from "#wire/endpoint.ts";
import { refused } from "#wire/error-rows.ts";
import { asked, object, otherwise } from "#wire/object.ts";
import { attachment } from "#wire/realm.ts";

export const uploadFile = endpoint("POST /user_uploads", {
  heading: "protocol reference 7.9",
  summary: "uploads a file, to link in a message",
  upload: true,
  answer: object({
    /** Below the realm's root. Below level 272 `uri` alone. */
    url: z.string().optional(),
    uri: z.string().optional(),
  }),
  errors: [
    refused("no file", "You must specify a file to upload"),
    refused("two files", "You may only upload one file at a time"),
    refused(
      "too large",
      "File is larger than this server's configured maximum upload size (<n> MiB).",
    ),
    {
      when: "no room left",
      code: "REALM_UPLOAD_QUOTA",
      text: "Upload would exceed your organization's upload quota.",
    },
  ],
});

export const getFileLink = endpoint("GET /user_uploads/{realm_id}/{path}", {
  heading: "protocol reference 7.9",
  summary: "gets a temporary link to a file, valid for a minute without signing in",
  answer: object({ url: z.string() }, { url: asked }),
});

export const getAttachments = endpoint("GET /attachments", {
  heading: "protocol reference 7.9",
  summary: "lists the files that you uploaded",
  answer: object(
    { attachments: z.array(attachment), upload_space_used: z.number() },
    { attachments: asked, upload_space_used: otherwise(0) },
  ),
});

export const deleteAttachment = endpoint("DELETE /attachments/{attachment_id}", {
  heading: "protocol reference 7.9",
  summary: "deletes one of your files",
  errors: [refused("unknown, or somebody else's", "Invalid attachment")],
});
