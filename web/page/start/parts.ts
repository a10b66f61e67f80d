// The core's wasm in two parts (web/build/split.mjs): the first holds what the start of a visit needs and calls the
// rest through a table, whose entries are placeholders until the rest has loaded.
export class Parts {
  private exports: WebAssembly.Exports | null = null;
  private whole = false;

  // `restNow`: loads the rest synchronously, for a call that the rehearsal did not cover: C++ cannot wait. Rehearsed
  // starts never need it.
  constructor(private readonly restNow?: () => BufferSource) {}

  // A placeholder is named by its index in the table; wasm-split calls the module "later", or that and the name of the
  // part.
  imports(given: WebAssembly.Imports): WebAssembly.Imports {
    const substitutes = new Proxy<Record<string, WebAssembly.ImportValue>>(
      {},
      {
        get:
          (_, name) =>
          (...values: unknown[]) =>
            this.reach(Number(name))(...values),
      },
    );
    return { ...given, later: substitutes, "later.deferred": substitutes };
  }

  came(first: WebAssembly.Instance): void {
    this.exports = first.exports;
  }

  async complete(rest: Promise<Response>): Promise<void> {
    const module = await WebAssembly.compileStreaming(rest);
    // If a placeholder was called before the rest arrived, its functions are written into the table a second time.
    await WebAssembly.instantiate(module, this.first());
    this.whole = true;
  }

  private first(): WebAssembly.Imports {
    if (!this.exports) throw new Error("The rest of the core came before its first part.");
    return { first: this.exports };
  }

  private reach(place: number): (...values: unknown[]) => unknown {
    if (!this.whole) {
      if (!this.restNow) throw new Error("The core lacks its second part.");
      performance.mark("core-waited", { detail: place }); // for tests, which expect none
      new WebAssembly.Instance(new WebAssembly.Module(this.restNow()), this.first());
      this.whole = true;
    }
    for (const [name, value] of Object.entries(this.exports ?? {}))
      if (name.startsWith("@") && value instanceof WebAssembly.Table)
        return value.get(place) as (...values: unknown[]) => unknown;
    throw new Error("The first part of the core has no table for the rest.");
  }
}
