// The library of tokenizers, in a file of its own that is loaded for the first tokenizer.
export { Tokenizer } from "@huggingface/tokenizers";
