// A display (Xvfb, of the requested size) for a browser that has no WebGL without one.
import { spawn } from "node:child_process";

// { name, close() }
export async function openDisplay(size = "1600x1200") {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", `${size}x24`, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const name = await new Promise((resolve, reject) => {
    let told = "";
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdio[3].on("data", (part) => {
      told += part;
      if (told.endsWith("\n")) resolve(`:${told.trim()}`);
    });
  });
  return {
    name,
    close() {
      server.removeAllListeners("exit");
      server.kill();
    },
  };
}
