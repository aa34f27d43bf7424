/** What cases about people ask again and again. */
import type { Body } from "../support/realm.ts";
import type { Asker, Scene } from "./scene.ts";

export const list = "GET /users";
export const one = "GET /users/{user_id}";
export const byEmail = "GET /users/{email}";
export const update = "PATCH /users/{user_id}";
export const deactivate = "DELETE /users/{user_id}";

export async function seen(asker: Asker, id: number, wishes: Body = {}): Promise<Body> {
  return (await asker.does(one, { user_id: id, ...wishes }))["user"];
}

/** Somebody as they stand in the list of all; older than the call for one. */
export async function listed(asker: Asker, id: number): Promise<Body> {
  const { members } = await asker.does(list);
  return members.find((member: Body) => member["user_id"] === id);
}

/** Does `work` while nobody knows `spare` as active, and brings them back. */
export async function gone(
  { administrator, spare }: Scene,
  parameters: Body,
  work: () => Promise<void>,
): Promise<void> {
  await administrator.does(deactivate, { user_id: spare.id, ...parameters });
  try {
    await work();
  } finally {
    await administrator.does("POST /users/{user_id}/reactivate", { user_id: spare.id });
  }
}

/** A field of the profile for as long as `work` takes. */
export async function withField(
  { administrator, fresh }: Scene,
  type: number,
  work: (id: number) => Promise<void>,
): Promise<void> {
  const wish = { name: fresh("field"), field_type: type };
  const { id } = await administrator.does("POST /realm/profile_fields", wish);
  try {
    await work(id);
  } finally {
    await administrator.does("DELETE /realm/profile_fields/{field_id}", { field_id: id });
  }
}
