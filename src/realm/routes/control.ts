/** The control URL: JSON commands posted to a secret path. */

import { ownProperty } from "#base/own-property.ts";
import type { Control } from "#realm/control.ts";
import { readBody } from "#realm/parameters.ts";
import { mebibyte } from "#realm/state/files.ts";
import {
  billing,
  expireQueues,
  fault,
  flood,
  membership,
  raiseLevel,
  realmSetting,
} from "#wire/control.ts";

/** Commands by name; each takes the request body. */
const commands: Readonly<Record<string, (control: Control, body: unknown) => unknown>> = {
  fault: (control, body) => control.fault(fault.parse(body)),
  "clear-faults": (control) => control.clearFaults(),
  "expire-queues": (control, body) => ({
    expired: control.expireQueues(expireQueues.parse(body).userId),
  }),
  "out-of-time": (control) => control.outOfTime(),
  level: (control, body) => control.setLevel(raiseLevel.parse(body).level),
  realm: (control, body) => {
    const { property, value } = realmSetting.parse(body);
    control.setRealm(property, value);
  },
  subscribe: (control, body) => {
    const { userId, streamId } = membership.parse(body);
    control.subscribe(userId, streamId);
  },
  unsubscribe: (control, body) => {
    const { userId, streamId } = membership.parse(body);
    control.unsubscribe(userId, streamId);
  },
  billing: (control, body) => {
    const { userId, isBillingAdmin } = billing.parse(body);
    control.setBilling(userId, isBillingAdmin);
  },
  flood: (control, body) => control.flood(flood.parse(body)),
  mails: ({ server }) => ({ mails: server.mails }),
  caught: ({ caught }) => caught,
};

/** Responds when the command is complete: for a flood, after its last message. */
export async function answerControl(
  control: Control,
  name: string,
  request: Request,
): Promise<Response> {
  const command = ownProperty(commands, name);
  if (command === undefined || request.method !== "POST") {
    return Response.json(
      { error: "No such command.", commands: Object.keys(commands) },
      { status: 404 },
    );
  }
  const text = new TextDecoder().decode(await readBody(request, mebibyte));
  try {
    const done = await command(control, text === "" ? {} : JSON.parse(text));
    return Response.json({ ok: true, ...(typeof done === "object" ? done : {}) });
  } catch (problem) {
    return Response.json({ error: String(problem) }, { status: 400 });
  }
}
