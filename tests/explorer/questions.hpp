// A lesson with one question of each kind, for the tests of answers and of the interface.
#pragma once

#include <string>

// x is [[1, 2], [3, 4]], y = 2x. Answers: 8, 2 × 2, "b", rows 2 and 1, y[1, 1], "no.because".
inline const std::string question_lesson = R"json({
  "format": 1, "id": "asked", "version": "1.0.0", "title": { "en": "Asked" }, "decimals": 2,
  "tensors": [
    { "name": "x", "symbol": "X", "role": "input", "editable": true,
      "axes": [{ "name": "token", "labels": ["one", "two"] }, { "name": "feature" }], "values": [[1, 2], [3, 4]] },
    { "name": "y", "symbol": "Y", "role": "output", "operation": "scale", "inputs": ["x"], "options": { "factor": 2 } }
  ],
  "steps": [
    { "id": "number", "title": { "en": "Number" }, "text": { "en": "-" }, "stage": [{ "operation": "y" }],
      "question": { "id": "q-number", "prompt": { "en": "y[2, 2]?" }, "answer": { "en": "It is {=y[1,1]|4}." },
        "hint": { "en": "Twice x." }, "hides": [{ "tensor": "y", "cells": [[1, 1]] }],
        "parts": [{ "kind": "number", "answer": { "cell": { "tensor": "y", "index": [1, 1] } }, "tolerance": 0.01,
          "wrong": [{ "value": { "cell": { "tensor": "x", "index": [1, 1] } }, "say": { "en": "That is x." } },
                    { "value": 16, "say": { "en": "Not squared." } }] }] } },
    { "id": "shape", "title": { "en": "Shape" }, "text": { "en": "-" }, "stage": [{ "tensors": ["x"] }],
      "question": { "id": "q-shape", "prompt": { "en": "Shape?" }, "answer": { "en": "2 × 2." },
        "parts": [{ "kind": "shape", "answer": { "shape": "y" },
          "wrong": [{ "value": [4], "say": { "en": "Those are all cells." } }] }] } },
    { "id": "choice", "title": { "en": "Choice" }, "text": { "en": "-" }, "stage": [{ "tensors": ["x"] }],
      "question": { "id": "q-choice", "prompt": { "en": "Larger?" }, "answer": { "en": "b." },
        "parts": [
          { "kind": "choice", "options": [
            { "id": "a", "label": { "en": "the first" }, "say": { "en": "1 is less than 4." },
              "right": { "less": [{ "cell": { "tensor": "x", "index": [1, 1] } }, { "cell": { "tensor": "x", "index": [0, 0] } }] } },
            { "id": "b", "label": { "en": "the last" },
              "right": { "less": [{ "cell": { "tensor": "x", "index": [0, 0] } }, { "cell": { "tensor": "x", "index": [1, 1] } }] } }] },
          { "kind": "choice", "label": { "en": "Which row?" }, "labels": { "tensor": "x", "axis": 0 },
            "answer": { "place": { "tensor": "x", "cells": [[0, 0], [1, 0]] } },
            "wrong": [{ "value": [0], "say": { "en": "1 is less than 3." } }] }] } },
    { "id": "several", "title": { "en": "Several" }, "text": { "en": "-" }, "stage": [{ "tensors": ["x"] }],
      "question": { "id": "q-several", "prompt": { "en": "Which are even?" }, "answer": { "en": "2 and 4." },
        "parts": [{ "kind": "several", "options": [
          { "id": "one", "label": { "en": "1" }, "say": { "en": "1 is odd." } },
          { "id": "two", "label": { "en": "2" }, "right": true },
          { "id": "four", "label": { "en": "4" }, "right": true }] }] } },
    { "id": "order", "title": { "en": "Order" }, "text": { "en": "-" }, "stage": [{ "tensors": ["x"] }],
      "question": { "id": "q-order", "prompt": { "en": "Largest first" }, "answer": { "en": "two, one." },
        "parts": [{ "kind": "order", "labels": { "tensor": "x", "axis": 0 },
          "answer": { "order": { "tensor": "x", "cells": [[0, 0], [1, 0]] } },
          "wrong": [{ "value": [0, 1], "say": { "en": "That is the smallest first." } }] }] } },
    { "id": "cell", "title": { "en": "Cell" }, "text": { "en": "-" }, "stage": [{ "operation": "y" }],
      "question": { "id": "q-cell", "prompt": { "en": "The largest of Y?" }, "answer": { "en": "The last." },
        "parts": [{ "kind": "cell", "tensor": "y", "answer": { "largest": { "tensor": "y" } },
          "wrong": [{ "cells": [[0, 0]], "say": { "en": "That is the smallest." } }] }] } },
    { "id": "truth", "title": { "en": "Truth" }, "text": { "en": "-" }, "stage": [{ "tensors": ["x"] }],
      "question": { "id": "q-truth", "prompt": { "en": "Symmetric?" }, "answer": { "en": "No." },
        "parts": [{ "kind": "truth", "say": { "en": "Compare 2 with 3." },
          "answer": { "equal": [{ "cell": { "tensor": "x", "index": [0, 1] } }, { "cell": { "tensor": "x", "index": [1, 0] } }] },
          "options": [{ "id": "because", "label": { "en": "2 is not 3" }, "right": true },
                      { "id": "odd", "label": { "en": "3 is odd" }, "say": { "en": "True, but no reason." } }] }] } },
    { "id": "varied", "title": { "en": "Varied" }, "text": { "en": "-" }, "stage": [{ "operation": "y" }],
      "question": { "id": "q-varied", "prompt": { "en": "y[1, 1]?" }, "answer": { "en": "{=y[0,0]|4}" },
        "hides": [{ "tensor": "y", "cells": [[0, 0]] }],
        "parts": [{ "kind": "number", "answer": { "cell": { "tensor": "y", "index": [0, 0] } } }],
        "variants": [{ "prompt": { "en": "y[1, 2]?" }, "answer": { "en": "{=y[0,1]|4}" },
          "hides": [{ "tensor": "y", "cells": [[0, 1]] }],
          "parts": [{ "kind": "number", "answer": { "cell": { "tensor": "y", "index": [0, 1] } } }] }] } }
  ],
  "canSay": { "en": "-" }, "licence": { "en": "MIT" }, "cite": { "en": "-" }
})json";
