/** What a page says of replays. */

import type { VerificationView } from "../../src/garrison/play/web/src/lib/messages";
import { fromBase64, Machine } from "../../src/garrison/play/web/src/machine/machine";
import { verify, type Verdict } from "../../src/garrison/play/web/src/machine/verification";

/** What it says of each. */
export async function verdicts(module: string, told: VerificationView[]): Promise<Verdict[]> {
  const machine = await Machine.load(fromBase64(module));
  return told.map((one) => verify(one, machine));
}

/** How many milliseconds the last of so many takes. */
export async function milliseconds(module: string, [told]: VerificationView[]): Promise<number> {
  const begun = performance.now();
  const verdict = verify(told!, await Machine.load(fromBase64(module)));
  if (!verdict.isTrue) throw new Error(verdict.words);
  return performance.now() - begun;
}
