/** What a person can do with a server, each tried as on a command line; the columns of a table are versions. */
import { resumableFrom } from "#api/resumable.ts";
import { makeCall, parseCall } from "#cli/api-call.ts";
import { Exit } from "#cli/exit-codes.ts";
import type { Shell } from "../support/verb.ts";

type Line = readonly string[];

/** Whether all of it is done, and says what is expected. */
type Try = (shell: Shell, level: number) => Promise<boolean>;

/** What a cell says if it works. */
type Way = readonly [cell: string, works: Try];

type Feature = {
  /** In the words of a person. */
  readonly name: string;
  /** Who tries it; absent: Cleo, who is an administrator. */
  readonly as?: "ana";
  /** The first that works is used. */
  readonly ways: readonly Way[];
};

/** Command lines that succeed, one after the other; the last one prints what matches. */
function does(lines: readonly Line[], prints = /(?:)/): Try {
  return async ({ run }) => {
    let out = "";
    for (const line of lines) {
      const ran = await run(line);
      if (ran.code !== 0) return false;
      out = ran.out;
    }
    return prints.test(out);
  };
}

const ignore = () => undefined;
const works = "✓";
const nothing = "–";

function feature(name: string, lines: readonly Line[], prints?: RegExp, ...others: readonly Way[]) {
  return { name, ways: [[works, does(lines, prints)], ...others] } satisfies Feature;
}

const moderators = ["--posting", "moderators"];
const archive: Line = ["streams", "archive", "#dev", "--yes"];
const addSnippet: Line = ["snippets", "add", "Hello", "--text", "Hello!"];
const addView: Line = ["views", "add", "Deploys", "topic:deploy"];
const renameView: Line = ["views", "rename", "Deploys", "Ships"];
const listViews: Line = ["views", "--json=name,local"];
const addFolder: Line = ["folders", "add", "Outer", "#dev"];
const listFolders: Line = ["folders", "--json=name,local"];
const remind: Line = ["later", "add", "104", "--at", "in 2h"];
const forget: Line = ["later", "delete", "104"];
const listLater: Line = ["later", "--json=message_id,local"];
const topicNarrow = JSON.stringify([
  { operator: "channel", operand: "dev" },
  { operator: "topic", operand: "deploy" },
]);
const deactivate: Line = ["groups", "deactivate", "crew"];
/** Calls by `weir api`, one after the other. */
function calls(
  ...all: readonly (readonly [call: string, fields: Readonly<Record<string, string>>])[]
): Try {
  return async ({ ports }) => {
    const { connection } = ports(ignore, ignore, undefined, new AbortController().signal);
    for (const [call, fields] of all) {
      const [method = "", path = ""] = call.split(" ");
      const given = Object.entries(fields).map(([name, text]) => [name, [text]] as const);
      const output = { isTerminal: false, asJson: false, print: ignore, say: ignore };
      try {
        await makeCall(parseCall(method, path), { connection, fields: new Map(given), ...output });
      } catch (problem) {
        if (problem instanceof Exit) return false;
        throw problem;
      }
    }
    return true;
  };
}

export const features: readonly Feature[] = [
  feature("Reading, writing, reacting, searching", [
    ["send", "#dev > ferry", "It has *left*."],
    ["react", "104", "heart"],
    ["search", "left"],
  ]),
  {
    name: "Marking as done, and undoing it",
    as: "ana",
    ways: [
      [
        works,
        does([
          ["done", "#dev"],
          ["done", "--undo"],
        ]),
      ],
    ],
  },
  feature("Drafts on all devices", [["drafts", "add", "#dev > ferry", "half a"]]),
  feature("Scheduled messages", [
    ["schedule", "add", "--at", "in 2h", "#dev > ferry", "Now?"],
    ["schedule", "edit", "1", "Now!"],
  ]),
  feature("Followed topics", [["follow", "#dev > deploy"]], undefined, [
    "mute, unmute",
    does([["topics", "mute", "#dev > deploy"]]),
  ]),
  feature(
    "Who may do what: people and groups",
    [["streams", "edit", "#dev", ...moderators, "--posting", "@bo"]],
    undefined,
    ["roles", does([["streams", "edit", "#dev", ...moderators]])],
  ),
  feature("Deleting with an account what its owner wrote", [
    ["people", "deactivate", "@bo", "--delete-public", "--yes"],
  ]),
  feature("Deactivated groups", [deactivate], undefined, [
    "deleted",
    does([["groups", "delete", "crew", "--yes"]]),
  ]),
  feature("… reactivated", [deactivate, ["groups", "reactivate", "crew"]]),
  feature(
    "Archived streams are listed and read",
    [archive, ["read", "#dev > deploy"], ["streams", "--archived"]],
    /dev/,
  ),
  feature("… unarchived", [archive, ["streams", "unarchive", "#dev"]]),
  feature("Notices of resolved topics are marked as read, or not", [
    ["settings", "edit", "--resolved", "never"],
  ]),
  feature("Empty topics", [["send", "#dev", "No topic."]]),
  feature("Rules for the topics of a stream", [
    ["streams", "edit", "#dev", "--topics", "never-empty"],
  ]),
  feature("Streams made for others alone", [
    ["streams", "create", "garden", "--add", "@bo", "--no-join"],
  ]),
  feature(
    "Searching in muted topics",
    [
      ["topics", "mute", "#dev > noise"],
      ["search", "is:muted", "buzz"],
    ],
    /buzz/,
  ),
  feature("Searching for mentions of others", [["search", "mentions:@ana"]], /look/),
  {
    name: "Saved snippets",
    ways: [
      [works, does([addSnippet, ["snippets", "edit", "Hello", "--text", "Hi!"]])],
      ["cannot be changed", does([addSnippet])],
    ],
  },
  {
    name: "Views",
    ways: [
      [works, does([addView, renameView, listViews], /"Ships","local":false/)],
      ["on this machine", does([addView, renameView, listViews], /"Ships","local":true/)],
    ],
  },
  {
    name: "Reminders (`b` on a message)",
    ways: [
      [works, does([remind, forget, remind, listLater], /"local":false/)],
      ["by this machine", does([remind, forget, remind, listLater], /"local":true/)],
    ],
  },
  {
    name: "Folders of streams",
    ways: [
      [works, does([["folders", "create", "Outer"], listFolders], /"Outer","local":false/)],
      ["on this machine", does([addFolder, listFolders], /"Outer","local":true/)],
    ],
  },
  {
    name: "Reports to the moderators",
    ways: [[works, does([["report", "104", "--reason", "spam"]])]],
  },
  {
    name: "Summaries of topics by the server (`g .`, then `S`)",
    ways: [[works, calls(["GET /messages/summary", { narrow: topicNarrow }])]],
  },
  {
    name: "Setting the status of others",
    ways: [[works, does([["people", "edit", "@bo", "--status", "at sea"]])]],
  },
  {
    name: "Which streams somebody is in",
    ways: [[works, does([["people", "show", "@bo", "--json=streams"]], /dev/)]],
  },
  {
    name: "Large uploads that go on after the line was lost",
    ways: [
      [works, uploads(true)],
      ["from the beginning", uploads(false)],
    ],
  },
];

/** Whether a large file is stored, in parts or at once. */
function uploads(isInParts: boolean): Try {
  return async ({ files, network, run }) => {
    files.set("chart.bin", new Uint8Array(2 * resumableFrom));
    const { code } = await run(["upload", "chart.bin"]);
    return code === 0 && network.sent.some((call) => call.includes("/tus/")) === isInParts;
  };
}

/** The cell of a feature at a level. */
export async function cellOf(
  { ways }: Feature,
  level: number,
  shell: () => Shell,
): Promise<string> {
  for (const [cell, works] of ways) if (await works(shell(), level)) return cell;
  return nothing;
}
