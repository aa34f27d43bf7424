/** Requirements for endpoints and their parameters. */
import { proseParameters } from "../document.ts";
import { isSuccess } from "../trace.ts";
import { callOf, described, type Requirement, words } from "./requirement.ts";

export function endpoints(): readonly Requirement[] {
  return described.map((section) => {
    const call = callOf(section);
    return {
      kind: "endpoint",
      key: call,
      text: section.heading,
      calls: [call],
      proof: (trace) => trace.filter((one) => one.call === call && isSuccess(one)),
    };
  });
}

function parameter(call: string, name: string, text: string): Requirement {
  return {
    kind: "parameter",
    key: `${call} ${name}`,
    text,
    calls: [call],
    proof: (trace) =>
      trace.filter((one) => one.call === call && one.sent[name] !== undefined && isSuccess(one)),
  };
}

export function parameters(): readonly Requirement[] {
  const all = described.flatMap((section) => {
    const call = callOf(section);
    const tabled = section.rows.flatMap((row) =>
      row["Parameter"] === undefined ? [] : [parameter(call, row["Parameter"], words(row))],
    );
    const inProse = proseParameters(section).map(({ name, type }) =>
      parameter(call, name, `${name}, ${type}`),
    );
    // "Same query parameters and response as above."
    const above = call === "GET /users/{email}" || call === "GET /users";
    const shared = ["client_gravatar", "include_custom_profile_fields"].map((name) =>
      parameter(call, name, `${name}, as above`),
    );
    return [...tabled, ...inProse, ...(above ? shared : [])];
  });
  return [...new Map(all.map((one) => [one.key, one])).values()];
}
