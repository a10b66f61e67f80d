// The interface of Emscripten's script. The build substitutes the script for "page-module".
declare module "page-module" {
  export interface PageModule {
    HEAPU8: Uint8Array;
    UTF8ToString(pointer: number): string;
    stringToNewUTF8(text: string): number;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _ae_load_font(face: number, ttf: number, size: number): number;
    _ae_training_report(json: number, weights: number, count: number): number;
    _ae_load_heads(json: number, weights: number, count: number): number;
    _ae_give_own_head(head: number, numbers: number, count: number): number;
    _ae_give_model_numbers(what: number, numbers: number, count: number): number;
    _ae_start_canvas(selector: number, place: number): number;
    _ae_stop_canvas(): void;
    _ae_leaves(backward: number): number;
    _ae_leave(): void;
    _ae_wake(): void;
    _ae_version(): number;
    _ae_frames(): number;
    [name: `_ae_${string}`]: (...values: number[]) => unknown;
  }
  export default function createPage(options: object): Promise<PageModule>;
}
