import { expect, test } from "vitest";
import { accountFromEnvironment, readAccount } from "#config/account.ts";

const full = { WEIR_SITE: "chat.example.com", WEIR_EMAIL: "ana@example.com", WEIR_API_KEY: "k3y" };

test("three environment variables define an account", () => {
  expect(accountFromEnvironment(full)).toEqual({
    kind: "account",
    account: {
      site: "https://chat.example.com",
      email: "ana@example.com",
      key: "k3y",
      insecure: false,
      allowHttp: false,
    },
  });
});

test("without these variables there is no account", () => {
  expect(accountFromEnvironment({ PATH: "/bin", WEIR_SITE: "" })).toEqual({ kind: "absent" });
});

test("if some of the variables are missing, they are reported", () => {
  expect(
    accountFromEnvironment({ ...full, WEIR_API_KEY: undefined, WEIR_EMAIL: undefined }),
  ).toEqual({
    kind: "wrong",
    sentence: "The environment has no WEIR_EMAIL and WEIR_API_KEY. Set all three, or none.",
  });
});

test.each([
  ["insecure", { insecure: true, allowHttp: false }],
  ["allow_http", { insecure: false, allowHttp: true }],
])("%s is disabled unless the file sets it to true", (name, account) => {
  const fields = { email: "a@b.c", key: "k", site: "https://c.d" };
  expect(readAccount({ ...fields, [name]: "true" }, "here")).toMatchObject({ account });
  expect(readAccount({ ...fields, [name]: "yes" }, "here")).toEqual({
    kind: "wrong",
    sentence: `here has ${name} = yes. Write true or false.`,
  });
});
