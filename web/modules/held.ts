// Objects that callers hold. Frameworks wrap objects in a Proxy, and a Proxy has no private fields: these objects can
// be found behind it, and their methods work both through it and detached from the object.
import { unexpected } from "./error.js";

const itself = Symbol("itself");

/** Lets `behind` find the object through a Proxy. */
export function findable(object: object): void {
  Object.defineProperty(object, itself, { value: () => object, configurable: true, writable: true });
}

/** The object that a Proxy wraps, if it can be found; else the value itself. */
export function behind(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const find = (value as { [itself]?: () => unknown })[itself];
  return typeof find === "function" ? find() : value;
}

type Work = (...given: unknown[]) => unknown;

/** Binds the methods and getters of its class to an object; they throw only AttentionErrors. */
export function hold(object: object): void {
  findable(object);
  const bound =
    (work: Work) =>
    (...given: unknown[]) => {
      try {
        return work.apply(object, given);
      } catch (error) {
        throw unexpected(work.name, error);
      }
    };
  const members = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object) as object);
  for (const [name, member] of Object.entries(members)) {
    if (name === "constructor") continue;
    const { get, value } = member as { get?: Work; value?: Work };
    const how = get ? { get: bound(get) } : { value: bound(value as Work) };
    Object.defineProperty(object, name, { configurable: true, ...how });
  }
}
