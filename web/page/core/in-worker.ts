// Asks a worker's script one question, and ends the worker.

/** Rejects with the worker's error, or with `late.why` after so many ms. */
export function inWorker<Answer>(
  address: URL,
  asked: unknown,
  late?: { ms: number; why: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(address, { type: "module" });
    let timer = 0;
    const over = (end: () => void) => {
      window.clearTimeout(timer);
      worker.terminate();
      end();
    };
    if (late) timer = window.setTimeout(() => over(() => reject(new Error(late.why))), late.ms);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => over(() => resolve(data));
    worker.onerror = (event) => {
      event.preventDefault();
      over(() => reject(new Error(event.message)));
    };
    worker.postMessage(asked);
  });
}
