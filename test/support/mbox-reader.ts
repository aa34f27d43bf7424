/** A strict reader of mbox files, for machines without Python. */
import { writtenTime } from "#base/written-time.ts";

const encodedWord = /=\?UTF-8\?B\?([\w+/=]*)\?=/g;

export type Mail = {
  readonly id: string;
  readonly from: string;
  readonly subject: string;
  readonly in: string;
  readonly to: string;
  readonly flags: string | null;
  /** UNIX seconds. */
  readonly at: number | undefined;
  readonly text: string;
};

/** Throws for anything that mail must not have. */
export function readMbox(bytes: Buffer): readonly Mail[] {
  const file = bytes.toString("latin1");
  if (file === "") return [];
  if (!file.endsWith("\n\n")) throw new Error("The last mail is not followed by an empty line.");
  return file.split(/^(?=From )/m).map((mail) => readMail(mail.slice(0, -1)));
}

function readMail(mail: string): Mail {
  const [first = "", ...lines] = mail.split("\n");
  if (!/^From \S+ \w{3} \w{3} \d\d \d\d:\d\d:\d\d \d{4}$/.test(first)) throw new Error(first);
  const end = lines.indexOf("");
  const headers = new Map(
    lines
      .slice(0, end)
      .join("\n")
      .replace(/\n[ \t]/g, " ")
      .split("\n")
      .map((line) => {
        const [, name = "", value = ""] = /^([\w-]+): ([\x20-\x7e]*)$/.exec(line) ?? [];
        if (name === "") throw new Error(`Not a header: ${line}`);
        return [name, decodedWords(value)] as const;
      }),
  );
  const body = lines.slice(end + 1).join("\n");
  if (lines.some((line) => line.length > 998)) throw new Error("A line is too long.");
  if (/^>+From /m.test(body)) throw new Error("A line is ambiguous.");
  if (Number(headers.get("Content-Length")) !== body.length) throw new Error("Wrong length.");
  const isEncoded = headers.get("Content-Transfer-Encoding") === "quoted-printable";
  const date = writtenTime(headers.get("Date") ?? "", undefined);
  const plain = isEncoded ? decodedBody(body) : body;
  return {
    id: headers.get("Message-ID") ?? "",
    from: headers.get("From") ?? "",
    subject: headers.get("Subject") ?? "",
    in: headers.get("In-Reply-To") ?? "",
    to: headers.get("To") ?? "",
    flags: headers.get("Status") ?? null,
    at: date?.kind === "time" ? date.at : undefined,
    text: Buffer.from(plain, "latin1").toString("utf8"),
  };
}

function decodedWords(text: string): string {
  return text
    .replace(/\?= =\?/g, "?==?")
    .replace(encodedWord, (_, word: string) => Buffer.from(word, "base64").toString("utf8"));
}

function decodedBody(body: string): string {
  if (/[^\n\t -~]|[ \t]$|.{77}/m.test(body)) throw new Error("Not quoted-printable.");
  return body
    .replace(/=\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
