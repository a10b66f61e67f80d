// The core's wasm in two parts (web/build/split.mjs): the first holds what a visit begins with and calls the rest through a
// table, whose places hold substitutes until the rest is there.
export class Parts {
  private exports: WebAssembly.Exports | null = null;
  private whole = false;

  // `restNow`: gives the rest without waiting, for a call that nobody foresaw: it cannot be put off, since whoever called is
  // C++. Rehearsed beginnings never need it.
  constructor(private readonly restNow?: () => BufferSource) {}

  // Substitutes are named by their place in the table; wasm-split says "later", or that and the name of the part.
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
    // Where a call was faster than this, the same functions come into the table once more.
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
      performance.mark("core-waited", { detail: place }); // for tests: none of them may be
      new WebAssembly.Instance(new WebAssembly.Module(this.restNow()), this.first());
      this.whole = true;
    }
    for (const [name, value] of Object.entries(this.exports ?? {}))
      if (name.startsWith("@") && value instanceof WebAssembly.Table)
        return value.get(place) as (...values: unknown[]) => unknown;
    throw new Error("The first part of the core has no table for the rest.");
  }
}
