/** Requests of tests to servers on this machine. Only what they need of Node's client is loaded, not all that `node:http` exports. */
const { request } = process.getBuiltinModule("node:http");

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

type Asked = {
  readonly method: Method;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
};

/** On a connection of its own: one that is kept may be closed by a server that is stopped, at any time. */
export function ask(
  url: string,
  { method, headers, body }: Asked,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const options = { method, headers: { ...headers, ...length }, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, async (answer) => {
      try {
        const parts = await answer.setEncoding("utf8").toArray();
        resolve({ status: answer.statusCode, text: parts.join("") });
      } catch (problem) {
        reject(problem);
      }
    });
    sent.on("error", reject).end(body);
  });
}
