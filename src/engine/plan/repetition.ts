/** Notices a model that goes in circles: what small models do when they have lost the thread. */

export interface MadeCall {
  readonly name: string;
  readonly args: unknown;
  readonly result: string;
}

const times = 3;
const longestCycle = 3;

/** True when the last calls are one call with one result three times, or a cycle of up to three calls three times over. */
export function isLoop(calls: readonly MadeCall[]): boolean {
  const keys = calls.slice(-longestCycle * times).map((call) => JSON.stringify([call.name, call.args, call.result]));
  for (let length = 1; length <= longestCycle; length++) {
    const tail = keys.slice(-length * times);
    if (tail.length === length * times && tail.every((key, at) => key === tail[at % length])) return true;
  }
  return false;
}
