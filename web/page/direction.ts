// Which way a language is written. Known by its script's list and not asked of the browser: not all of them tell.
const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

export const directionOf = (language: string): "rtl" | "ltr" =>
  rightToLeft.has(language.split("-", 1)[0] ?? "") ? "rtl" : "ltr";
