// The worker that computes a run of training.
import type { FromRunner, ToRunner } from "./protocol";
import { eventTurn, serve } from "./runner";

interface Scope {
  postMessage(message: FromRunner, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToRunner>) => void) | null;
}
const scope = globalThis as unknown as Scope;

// A run that is watched waits for its next step: a worker that only looped would keep one core busy.
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 4));
let turns = 0;
const turn = (paced: boolean) => (paced && ++turns % 2 === 0 ? pause() : eventTurn());

const take = serve(
  (message) => scope.postMessage(message, message.type === "report" ? [message.weights.buffer] : []),
  { slice: 12, turn },
);
scope.onmessage = ({ data }) => take(data);
