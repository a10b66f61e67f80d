// For the single-file page: it may be a frame that can fetch nothing and start no worker, and a model would stop the page for as
// long as it runs. So it opens none, and says where one can be.
import { words } from "../core/words";

export const load = (): Promise<typeof import("./model")> =>
  Promise.reject(new Error(words("model.elsewhere")));
