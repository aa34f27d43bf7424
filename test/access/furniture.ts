/** Who may bring, see and take files. */
import { allowed, type Deed, everybody, members, refused, shows, withholds } from "./deed.ts";
import { brought, did, fileOf, type Given, left } from "./given.ts";
import { others, streams } from "./village.ts";

const { other } = others;
const noFile = refused("<p>You are not authorized to view this file.</p>", "page", 403);

/** The other member has shared a file, and said so in that stream. */
function sharedIn(stream: number): Given {
  return async (village) => {
    await brought(other, "/user_uploads")(village);
    const content = `[see](/user_uploads/${fileOf(village)})`;
    const asks = { type: "stream", to: stream, topic: "hello", content };
    await did(other, "POST", "/messages", asks)(village);
  };
}

const at: Deed["at"] = (_, village) => {
  const [realm_id = "", ...path] = fileOf(village).split("/");
  return { realm_id, path: path.join("/") };
};

const link = "GET /user_uploads/{realm_id}/{path}";
const ownFile: Given = (village) => brought(village.me, "/user_uploads")(village);
const first = { at: { attachment_id: 1 } };

const files: readonly Deed[] = [
  {
    action: "POST /user_uploads",
    relation: "their own",
    brings: true,
    outcomes: { [everybody]: allowed },
  },
  {
    action: link,
    relation: "their own",
    given: [ownFile],
    at,
    outcomes: { [everybody]: allowed },
  },
  {
    action: link,
    relation: "one of others that nobody was shown",
    given: [brought(other, "/user_uploads")],
    at,
    outcomes: { [everybody]: noFile },
  },
  {
    action: link,
    relation: "one of others, shown in a stream of theirs",
    given: [sharedIn(streams.team)],
    at,
    outcomes: { [everybody]: allowed },
  },
  {
    action: link,
    relation: "one of others, shown in a public stream that they are not in",
    given: [sharedIn(streams.apart)],
    at,
    outcomes: { [members]: allowed, guest: noFile },
  },
  {
    action: link,
    relation: "one of others, shown in a private stream that they are not in",
    given: [sharedIn(streams.secret)],
    at,
    outcomes: { [everybody]: noFile },
  },
  {
    action: link,
    relation: "one of others, shown in a private stream that they left",
    given: [sharedIn(streams.team), left(streams.team)],
    at,
    outcomes: { [everybody]: noFile },
  },
  {
    action: "GET /attachments",
    relation: "their own",
    given: [ownFile],
    outcomes: { [everybody]: shows({ attachments: [{ id: 1 }] }) },
  },
  {
    action: "GET /attachments",
    relation: "while only somebody else has one",
    given: [brought(other, "/user_uploads")],
    outcomes: { [everybody]: withholds({ attachments: [] }) },
  },
  {
    action: "DELETE /attachments/{attachment_id}",
    relation: "their own",
    given: [ownFile],
    ...first,
    outcomes: { [everybody]: allowed },
  },
  {
    action: "DELETE /attachments/{attachment_id}",
    relation: "one of others, shown in a stream of theirs",
    given: [sharedIn(streams.open)],
    ...first,
    outcomes: { [everybody]: refused("Invalid attachment") },
  },
];

export const furnitureDeeds: readonly Deed[] = files;
