/** The control URL: a JSON command posted to a path that only the realm's owner knows. */
import { z } from "zod";
import type { Control } from "#realm/control.ts";

const fault = z.object({
  kind: z.enum([
    "delay",
    "hang",
    "drop before",
    "drop after",
    "rate limit",
    "bad gateway",
    "truncate",
  ]),
  method: z.string().optional(),
  path: z.string().optional(),
  times: z.int().min(1).optional(),
  delayMs: z.number().min(0).optional(),
  retryAfter: z.number().min(0).optional(),
});

const flood = z.object({
  perSecond: z.number().positive(),
  seconds: z.number().positive(),
  streamShare: z.number().min(0).max(1).default(0.9),
});

/** Commands by name: each takes the body of the request. */
const commands: Readonly<Record<string, (control: Control, body: unknown) => unknown>> = {
  fault: (control, body) => control.fault(present(fault.parse(body))),
  "clear-faults": (control) => control.clearFaults(),
  "expire-queues": (control, body) => {
    const { userId } = z.object({ userId: z.int().optional() }).parse(body);
    return { expired: control.expireQueues(userId) };
  },
  level: (control, body) => control.setLevel(z.object({ level: z.int() }).parse(body).level),
  realm: (control, body) => {
    const { property, value } = z.object({ property: z.string(), value: z.unknown() }).parse(body);
    control.setRealm(property, value);
  },
  flood: (control, body) => control.flood(flood.parse(body)),
};

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without the keys that are undefined. */
function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as Present<T>;
}

/** Answers when the command is done: a flood when its last message was sent. */
export async function answerControl(
  control: Control,
  name: string,
  request: Request,
): Promise<Response> {
  const command = commands[name];
  if (command === undefined || request.method !== "POST") {
    return Response.json(
      { error: "No such command.", commands: Object.keys(commands) },
      { status: 404 },
    );
  }
  const text = await request.text();
  try {
    const done = await command(control, text === "" ? {} : JSON.parse(text));
    return Response.json({ ok: true, ...(typeof done === "object" ? done : {}) });
  } catch (problem) {
    return Response.json({ error: String(problem) }, { status: 400 });
  }
}
