/** Another user of a realm served over HTTP, with another client. */
import { ask, type Method } from "./request.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Body = Readonly<Record<string, any>>;

/** An account of the realm, and the requests of its other client. */
export type Correspondent = {
  readonly id: number;
  /** Environment variables with which weir signs in as this user. */
  readonly environment: Readonly<Record<string, string>>;
  readonly get: (path: string, parameters?: Body) => Promise<Body>;
  readonly post: (path: string, parameters?: Body) => Promise<Body>;
  readonly patch: (path: string, parameters?: Body) => Promise<Body>;
  readonly delete: (path: string, parameters?: Body) => Promise<Body>;
  /** Sends to a topic (`stream > topic`) or to people; returns the message's ID. */
  readonly says: (to: string | readonly number[], content: string) => Promise<number>;
  /** Uploads a file; returns its path in the realm. */
  readonly uploads: (name: string, bytes: Uint8Array) => Promise<string>;
  /** The texts of a topic, oldest first. */
  readonly reads: (topic: string) => Promise<readonly string[]>;
  /** IDs of all unread messages, ascending. */
  readonly unread: () => Promise<readonly number[]>;
};

export type Account = {
  readonly email: string;
  readonly full_name: string;
  readonly user_id: number;
  readonly api_key: string;
};

const signed = ({ email, api_key: key }: Account) => `Basic ${btoa(`${email}:${key}`)}`;

async function call(
  url: string,
  account: Account,
  method: Method,
  parameters: Body,
): Promise<Body> {
  const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const query = new URLSearchParams(pairs).toString();
  const isGet = method === "GET";
  const { text } = await ask(isGet ? `${url}?${query}` : url, {
    method,
    headers: {
      authorization: signed(account),
      "user-agent": "other-client/1",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: isGet ? undefined : query,
  });
  const answer: Body = JSON.parse(text);
  if (answer["result"] !== "success") throw new Error(String(answer["msg"]));
  return answer;
}

async function upload(site: string, account: Account, file: File) {
  const form = new FormData();
  form.append("file", file);
  const encoded = new Response(form);
  const { text } = await ask(`${site}/api/v1/user_uploads`, {
    method: "POST",
    headers: {
      authorization: signed(account),
      "content-type": encoded.headers.get("content-type") ?? "",
    },
    body: new Uint8Array(await encoded.arrayBuffer()),
  });
  return String(JSON.parse(text)["url"]);
}

function correspondent(site: string, account: Account): Correspondent {
  const request =
    (method: Method) =>
    (path: string, parameters: Body = {}) =>
      call(`${site}/api/v1${path}`, account, method, parameters);
  const [get, post] = [request("GET"), request("POST")];
  const all = (narrow: readonly Body[]) =>
    get("/messages", {
      anchor: "newest",
      num_before: 5000,
      num_after: 0,
      narrow,
      apply_markdown: false,
      client_gravatar: true,
    });
  return {
    id: account.user_id,
    environment: {
      WEIR_SITE: site,
      WEIR_EMAIL: account.email,
      WEIR_API_KEY: account.api_key,
    },
    get,
    post,
    patch: request("PATCH"),
    delete: request("DELETE"),
    uploads: (name, bytes) => upload(site, account, new File([Uint8Array.from(bytes)], name)),
    says: async (to, content) => {
      const [stream = "", topic = ""] = typeof to === "string" ? to.split(" > ") : [];
      const address =
        typeof to === "string" ? { type: "stream", to: stream, topic } : { type: "direct", to };
      return (await post("/messages", { ...address, content }))["id"];
    },
    reads: async (place) => {
      const [stream, topic] = place.split(" > ");
      const narrow = [
        { operator: "stream", operand: stream },
        { operator: "topic", operand: topic },
      ];
      return (await all(narrow))["messages"].map(({ content }: Body) => content);
    },
    unread: async () => {
      const narrow = [{ operator: "is", operand: "unread" }];
      return (await all(narrow))["messages"].map(({ id }: Body) => id);
    },
  };
}

/** Finds accounts by the beginning of their names. */
export function correspondents(site: string, accounts: readonly Account[]) {
  return (name: string): Correspondent => {
    const account = accounts.find((each) => each.full_name.startsWith(name));
    if (account === undefined) throw new RangeError(`Nobody is called ${name}.`);
    return correspondent(site, account);
  };
}

/** The user's part of a configuration file. */
export function accountSection(
  name: string,
  { environment }: Pick<Correspondent, "environment">,
  ...more: readonly string[]
): string {
  const { WEIR_SITE, WEIR_EMAIL, WEIR_API_KEY } = environment;
  const fields = { site: WEIR_SITE, email: WEIR_EMAIL, key: WEIR_API_KEY };
  const lines = Object.entries(fields).map(([field, value]) => `${field} = "${value}"`);
  return [`[accounts.${name}]`, ...lines, "allow_http = true", ...more, ""].join("\n");
}
