"""PyTorch as a process that the bench talks to; the protocol is that of native.cpp. One thread.

usage: torch_peer.py    with a Python that has torch; `version` is answered with its version and its BLAS.
"""

import math
import sys
import time

import torch


def sizes_of(words):
    count = int(words[0])
    return [int(word) for word in words[1 : 1 + count]], words[1 + count], words[2 + count]


def attention_job(x, sizes):
    heads, tokens, width, causal = sizes
    q, k, v = x.view(3, 1, heads, tokens, width)
    return lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=bool(causal))


def gradient_job(x, sizes):
    """The gradients of q, k and v, from the inputs on."""
    heads, tokens, width, causal = sizes
    q, k, v, g = x.view(4, 1, heads, tokens, width)
    inputs = [one.clone().requires_grad_() for one in (q, k, v)]

    def gradients():
        with torch.enable_grad():
            output = torch.nn.functional.scaled_dot_product_attention(*inputs, is_causal=bool(causal))
            return torch.autograd.grad(output, inputs, g)

    return gradients


def gemm_job(x, sizes):
    (n,) = sizes
    a, b = x.view(2, n, n)
    return lambda: a @ b


def product_job(x, sizes):
    m, k, n, turned = sizes
    a, b = x[: m * k], x[m * k :]
    a = a.view(k, m).T if turned == 1 else a.view(m, k)
    b = b.view(n, k).T if turned == 2 else b.view(k, n)
    return lambda: a @ b


def softmax_job(x, sizes):
    matrix = x.view(*sizes)
    return lambda: torch.softmax(matrix, -1)


def module_job(x, sizes):
    tokens, width, heads = sizes
    module = torch.nn.MultiheadAttention(width, heads, batch_first=True).eval()
    at = tokens * width
    parts = []
    for _ in range(4):
        weight = x[at : at + width * width].view(width, width).T
        parts.append((weight, x[at + width * width : at + width * (width + 1)]))
        at += width * (width + 1)
    with torch.no_grad():
        module.in_proj_weight.copy_(torch.cat([weight for weight, _ in parts[:3]]))
        module.in_proj_bias.copy_(torch.cat([bias for _, bias in parts[:3]]))
        module.out_proj.weight.copy_(parts[3][0])
        module.out_proj.bias.copy_(parts[3][1])
    tokens_in = x[: tokens * width].view(1, tokens, width)
    return lambda: module(tokens_in, tokens_in, tokens_in, need_weights=False)[0]


def training_job(x, sizes):
    """A whole run of plain descent from its start: its losses. The model is that of training-step.json."""
    batch, tokens, letters_known, width, heads, steps = sizes
    shapes = [(letters_known, width), (tokens, width)] + 4 * [(width, width)] + [(letters_known, width)]
    starts, at = [], 0
    for rows, columns in shapes:
        starts.append(x[at : at + rows * columns].view(rows, columns))
        at += rows * columns
    letters, targets = x[at:].long().view(2, batch, tokens)
    functional = torch.nn.functional
    above = torch.ones(tokens, tokens, dtype=torch.bool).triu(1)

    def split(rows):
        return rows.view(batch, tokens, heads, width // heads).transpose(1, 2)

    def losses():
        wte, wpe, w_q, w_k, w_v, w_o, w_u = weights = [one.clone().requires_grad_() for one in starts]
        optimiser = torch.optim.SGD(weights, lr=0.5)
        out = []
        with torch.enable_grad():
            for _ in range(steps):
                rows = functional.embedding(letters, wte) + wpe
                q, k, v = (split(functional.linear(rows, weight)) for weight in (w_q, w_k, w_v))
                scores = (q @ k.transpose(-2, -1) / math.sqrt(width // heads)).masked_fill(above, -math.inf)
                mixed = (torch.softmax(scores, -1) @ v).transpose(1, 2).reshape(batch, tokens, width)
                logits = functional.linear(rows + functional.linear(mixed, w_o), w_u)
                loss = functional.cross_entropy(logits.view(-1, letters_known), targets.view(-1))
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                out.append(loss.item())
        return torch.tensor(out)

    return losses


JOBS = {
    "attention": attention_job,
    "gradient": gradient_job,
    "gemm": gemm_job,
    "product": product_job,
    "softmax": softmax_job,
    "training": training_job,
    "module": module_job,
}


def run(job, milliseconds):
    start = end = time.perf_counter()
    least, calls, result = math.inf, 0, None
    while calls == 0 or (end - start) * 1e3 < milliseconds:
        before = end
        result = job()
        end = time.perf_counter()
        least = min(least, end - before)
        calls += 1
    return result, (end - start) * 1e3 / calls, least * 1e3


def main():
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    job = result = output = None
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "prepare":
            sizes, source, output = sizes_of(rest[1:])
            with open(source, "rb") as file:
                x = torch.frombuffer(bytearray(file.read()), dtype=torch.float32)
            try:
                job = JOBS[rest[0]](x, sizes)
                result = job()
                answer = "ready"
            except AttributeError:  # PyTorch 1 has no scaled_dot_product_attention
                job, answer = None, "none"
        elif word == "run":
            result, mean, least = run(job, float(rest[0]))
            answer = f"{mean} {least} 0"
        elif word == "write":
            with open(output, "wb") as file:
                for tensor in result if isinstance(result, tuple) else (result,):
                    tensor.detach().contiguous().numpy().tofile(file)
            answer = "written"
        elif word == "version":
            cpu = getattr(torch.backends, "cpu", None)  # since PyTorch 2
            kind = cpu.get_cpu_capability() if cpu else "its kernels chosen by itself"
            answer = f"PyTorch {torch.__version__}, {kind}"
        else:
            answer = "unknown"
        print(answer, flush=True)


if __name__ == "__main__":
    main()
