/**
 * After the tests of a file no client runs on.
 *
 * Node keeps every combined signal that somebody listens to, and with it a whole client and its realm.
 */
import { afterAll } from "vitest";
import { stopAll } from "./client.ts";

afterAll(stopAll);
