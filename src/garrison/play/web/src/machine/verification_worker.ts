/** Verifies a replay beside the page, which stays smooth meanwhile. */

import type { VerificationView } from "../lib/messages";
import { Machine } from "./machine";
import { verify } from "./verification";

self.onmessage = async ({ data }: MessageEvent<VerificationView>) => {
  try {
    self.postMessage(verify(data, await Machine.fetch(data.rules)));
  } catch (error) {
    self.postMessage({ problem: (error as Error).message });
  }
};
