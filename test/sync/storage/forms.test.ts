import { expect, test } from "vitest";
import { openForm } from "#commands/forms/open-form.ts";
import { startClient } from "../../support/client.ts";
import { formKeys, startSmall } from "../../support/small-client.ts";

/** The form of a new stream, with a description. */
async function atNewStream() {
  const world = await startSmall({ who: "cleo" });
  openForm(world.store, { name: "new-stream", id: 0 });
  const form = formKeys(world);
  form.fills("description", "what grows");
  await world.settles();
  const { clock, realm, client } = world;
  const restarts = async () => {
    client.disk.crash();
    const email = "cleo@small.example";
    const { store } = startClient({ clock, realm, disk: client.disk, name: "next", email });
    await clock.pass("5 s");
    openForm(store, { name: "new-stream", id: 0 });
    const dialog = () => store.getState().screen.dialog;
    return formKeys({ ...world, store, dialog }).value("description");
  };
  return { ...world, ...form, restarts };
}

test("text in a form survives the end of the program", async () => {
  const { restarts } = await atNewStream();
  expect(await restarts()).toBe("what grows");
});

test("saved text of a form is not kept", async () => {
  const { fills, press, settles, restarts, toast } = await atNewStream();
  fills("name", "garden");
  press("^S");
  await settles();
  expect(toast()).toContain("#garden");
  expect(await restarts()).toBe("");
});

test("what another window has typed into a form is left alone", async () => {
  const { client, store, press, fills, settles } = await atNewStream();
  const row = "form new-stream:0";
  expect(client.disk.places.get(row)).toMatchObject({ typed: { description: "what grows" } });
  const newer = { typed: { description: "what grows and blooms" }, base: {} };
  client.disk.places.set(row, newer);
  press("Esc");
  openForm(store, { name: "new-group", id: 0 });
  fills("name", "crew");
  await settles();
  expect([...client.disk.places.keys()]).toContain("form new-group:0");
  expect(client.disk.places.get(row)).toBe(newer);
});
