/** Profile fields, patterns for links, files and emoji that an exchange takes for granted. */
import { commit, type Server } from "#realm/server.ts";
import type { Exchange } from "../../support/recordings.ts";
import { nowSeconds } from "../moment.ts";
import { idList, nobody, type Premise } from "./scene.ts";

function isPicture({ body }: Exchange): boolean {
  return "binary_bytes" in body;
}

type Field = Server["state"]["profileFields"][number];

function plantedField(id: number, more: Partial<Field> = {}): Field {
  const fresh = { id, type: 1, name: `planted ${id}`, hint: "", data: "" };
  return { ...fresh, isRequired: false, inSummary: false, ...more };
}

/** Profile fields that a refusal speaks of, and room for those that could be made. */
export const profileFields: Premise = ({ server, exchange, words, isDone }) => {
  const { params = {}, method, path } = exchange.request;
  if (!/\/profile_fields(?:\/\d+)?$/.test(path)) return;
  const { profileFields: before } = server.state;
  const name = params["name"] ?? "";
  const subtype = /"subtype": ?"(?!custom)(\w+)"/.exec(params["field_data"] ?? "")?.[1];
  const isNamed = (field: Field) =>
    field.name === name || (subtype !== undefined && field.data.includes(`"${subtype}"`));
  const plant = (...more: readonly Field[]) =>
    commit(server, { kind: "profile fields set", fields: [...before, ...more] });
  if (/label already exists/.test(words) && !before.some(isNamed))
    plant(plantedField(90_000, { name }));
  if (/in the profile summary\.$/.test(words) && /^Only/.test(words))
    plant(...[90_001, 90_002].map((id) => plantedField(id, { inSummary: true })));
  if (isDone && method === "POST" && before.some(isNamed)) {
    const fields = before.filter((field) => !isNamed(field));
    commit(server, { kind: "profile fields set", fields });
  }
};

export const furniture: Premise = ({ server, exchange, me, isDone, idAfter }) => {
  const { path } = exchange.request;
  const field = idAfter("profile_fields");
  const { profileFields: there, look } = server.state;
  if (field !== undefined && isDone && !there.some(({ id }) => id === field)) {
    const fields = [...there, plantedField(field)];
    commit(server, { kind: "profile fields set", fields });
  }
  const order = idList(exchange.request.params?.["order"] ?? "");
  if (isDone && order.length > 0) {
    const known = (id: number) => there.find((one) => one.id === id);
    const fields = order.map((id) => known(id) ?? plantedField(id));
    commit(server, { kind: "profile fields set", fields });
  }
  const linkifier = idAfter("filters");
  if (linkifier !== undefined && isDone && !look.linkifiers.some(({ id }) => id === linkifier)) {
    const fresh = { id: linkifier, pattern: "planted", template: "https://a.example/" };
    commit(server, { kind: "linkifiers set", linkifiers: [...look.linkifiers, fresh] });
  }
  const file = /\/user_uploads\/(?:download\/|thumbnail\/)?(\d+\/\w+\/\w+\/[^/]+)/.exec(path)?.[1];
  const fileId = idAfter("attachments");
  if (me !== undefined && isDone && (file !== undefined || fileId !== undefined)) {
    const facts = {
      type: isPicture(exchange) ? "image/png" : "text/plain",
      size: 1,
      base64: "eA==",
      createdAt: nowSeconds * 1000,
    };
    const whole = { id: fileId ?? 1, name: "x", path: file ?? "1/x", ownerId: me.id, ...facts };
    commit(server, { kind: "file added", file: whole });
  }
};

/** The recordings' own emoji: in use where it was when that was asked. */
export const emoji: Premise = ({ server, exchange, me, isDone, words }) => {
  const { path, method, params = {} } = exchange.request;
  const name = decodeURIComponent(/\/realm\/emoji\/([^/]+)$/.exec(path)?.[1] ?? "");
  const isThere =
    method === "DELETE" ? isDone || /author/.test(words) : /already exists/.test(words);
  const named = [...server.state.look.emoji.values()];
  const known =
    named.find((one) => one.name === name) ??
    named.find(({ id }) => String(id) === params["emoji_code"]);
  if (known !== undefined && (name !== "" || (isDone && !known.isActive)))
    commit(server, { kind: "emoji saved", emoji: { ...known, isActive: isThere || name === "" } });
  else if (name !== "" && isThere) {
    const picture = { type: "image/png", base64: "" };
    const facts = { id: 900, name, path: "x", picture, authorId: me?.id ?? nobody };
    commit(server, { kind: "emoji saved", emoji: { ...facts, isActive: true } });
  }
};
