// The faces that the page draws with (fonts.py): one file each.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const faceFile = /\.ttf$/;

/** @returns { face: its file }, kept under the digest of what they are made from */
export function makeFaces(web, cache, lock) {
  const script = join(web, "fonts.py");
  const digest = createHash("sha256").update(readFileSync(script)).update(lock).digest("hex");
  const folder = join(cache, `fonts-${digest.slice(0, 12)}`);
  if (!existsSync(join(folder, "done"))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const packages = join(web, "node_modules");
    execFileSync("python3", ["-B", script, "--packages", packages, "--out", folder], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    writeFileSync(join(folder, "done"), "");
  }
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => faceFile.test(file))
      .sort()
      .map((file) => [basename(file, ".ttf"), join(folder, file)]),
  );
}
