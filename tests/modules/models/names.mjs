// The small checkpoints in tests/golden/models, one or two of each family.
export const names = [
  "gpt2",
  "gpt2-bfloat16",
  "llama",
  "llama-yarn",
  "qwen2",
  "qwen3",
  "mistral",
  "bert",
  "roberta",
  "distilbert",
  "gpt_neox",
  "gpt_neox-sequential",
  "opt",
  "gemma",
  "gemma2",
  "gemma3",
];
