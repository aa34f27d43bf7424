/** The thread that decodes and draws pictures: one at a time, and none after one that could not be decoded. */
import { parentPort } from "node:worker_threads";
import { isLarge, UndrawablePicture } from "./decode.ts";
import { type DrawRequest, draw } from "./drawing.ts";

/** A sentence instead of a result: why it is not drawn. */
async function answerTo(request: DrawRequest): Promise<object> {
  try {
    return { value: await draw(request) };
  } catch (error) {
    if (error instanceof UndrawablePicture) return { refused: error.message };
    throw error;
  }
}

parentPort?.on("message", (request: DrawRequest) => {
  void answerTo(request).then((answer) => {
    // The memory of a decoder never shrinks.
    const last = isLarge(request.bytes) ? { isLast: true } : {};
    parentPort?.postMessage({ ...answer, ...last });
  });
});
