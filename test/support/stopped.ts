/**
 * Stops all clients after the tests of a file.
 *
 * Node retains every combined signal with a listener, and with it a client and its realm.
 */
import { afterAll } from "vitest";
import { stopAll } from "./client.ts";

afterAll(stopAll);
