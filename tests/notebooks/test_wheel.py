"""The wheel: its list of sums is right, pip installs it from the address of a server, and what it installs makes a figure."""

import base64
import hashlib
import subprocess
import sys
import tempfile
import threading
import unittest
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from built import attention_explorer, site

wheel = next(site.glob("attention_explorer-*.whl"))


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Wheel(unittest.TestCase):
    def test_its_record_has_the_sum_and_size_of_each_file(self):
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            record = next(name for name in names if name.endswith("/RECORD"))
            rows = [line.split(",") for line in archive.read(record).decode().splitlines()]
            self.assertEqual(sorted(name for name, _, _ in rows), sorted(names))
            for name, digest, size in rows:
                if name == record:
                    continue
                content = archive.read(name)
                wanted = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, size), (f"sha256={wanted}", str(len(content))), name)
            self.assertEqual(archive.read("attention_explorer.py"), (site / "attention_explorer.py").read_bytes())
            licences = [name for name in names if "/licenses/" in name]
            self.assertEqual([Path(name).name for name in licences], ["LICENSE", "licences.txt"])

    def test_pip_installs_it_from_an_address_and_python_imports_it(self):
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}/{wheel.name}"
            with tempfile.TemporaryDirectory() as folder:
                # numpy is there already; nothing else may be looked for in an index.
                arguments = ["--no-index", "--no-deps", "--quiet", "--disable-pip-version-check", "--target", folder]
                subprocess.run([sys.executable, "-m", "pip", "install", *arguments, address], check=True)
                program = (
                    "import attention_explorer, sys\n"
                    "attention_explorer.save(sys.argv[1], attentions=[[1, 0], [0.25, 0.75]], tokens=['a', 'b'])\n"
                    "print(attention_explorer.__file__, attention_explorer.__version__)"
                )
                file = Path(folder) / "figure.html"
                told = subprocess.run(
                    [sys.executable, "-c", program, file],
                    check=True, capture_output=True, text=True, cwd=folder, env={"PYTHONPATH": folder},
                ).stdout.split()  # fmt: skip
                self.assertEqual(told, [f"{folder}/attention_explorer.py", attention_explorer.__version__])
                self.assertEqual(attention_explorer.__version__, wheel.name.split("-")[1])
                made = attention_explorer.show(attentions=[[1, 0], [0.25, 0.75]], tokens=["a", "b"])
                self.assertEqual(file.read_text(encoding="utf-8"), made.html)
            server.shutdown()
