// One MiniBrowser (WebKitGTK) with a WebDriver session of its own: https://www.w3.org/TR/webdriver2 over fetch. Starts
// the programs; independent of the page under test.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const driverProgram = process.env.WEBKIT_DRIVER ?? "/usr/bin/WebKitWebDriver";
const program =
  process.env.MINIBROWSER ??
  `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// GTK's settings of one user: no animations if less motion is wanted, and a toolbar that leaves room for narrow windows.
function writeProfile(folder, { reducedMotion }) {
  const gtk = join(folder, "gtk-3.0");
  mkdirSync(gtk);
  mkdirSync(join(folder, "downloads"));
  const animations = reducedMotion === "reduce" ? 0 : 1;
  writeFileSync(join(gtk, "settings.ini"), `[Settings]\ngtk-enable-animations=${animations}\n`);
  const small = "* { font-size: 1px; min-width: 0; padding: 0; margin: 0; border: 0 none }\n";
  writeFileSync(join(gtk, "gtk.css"), small);
  writeFileSync(join(folder, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${join(folder, "downloads")}"\n`);
}

const patience = 60000; // ms for one command: a driver that hangs then fails with the command's name

export class WebkitSession {
  #process;
  #base;
  #folder;
  #last = Promise.resolve(); // the driver takes one command at a time

  // options: display, proxy (address), theme, reducedMotion, ratio (of device pixels, a whole number), settings (of
  // MiniBrowser's command line).
  static async start(options) {
    for (const file of [driverProgram, program])
      assert.ok(
        existsSync(file),
        `${file} is missing: install webkitgtk-webdriver, or name another in WEBKIT_DRIVER and MINIBROWSER`,
      );
    // On a busy machine MiniBrowser sometimes never connects to its driver; another one does.
    const first = new WebkitSession();
    try {
      return await first.#begin(options);
    } catch (error) {
      console.log(`note  WebKit did not start (${error.message}); starting it once more`);
      await first.#end();
      return new WebkitSession().#begin(options);
    }
  }

  async #begin({ display, proxy, theme, reducedMotion, ratio, settings = [] }) {
    this.#folder = mkdtempSync(join(tmpdir(), "webkit-"));
    writeProfile(this.#folder, { reducedMotion });
    const port = await freePort();
    this.#process = spawn(driverProgram, [`--port=${port}`, "--host=127.0.0.1"], {
      stdio: "ignore",
      env: {
        ...process.env,
        DISPLAY: display,
        GDK_SCALE: String(ratio),
        LIBGL_ALWAYS_SOFTWARE: "1",
        NO_AT_BRIDGE: "1",
        XDG_CONFIG_HOME: this.#folder,
      },
    });
    this.#base = `http://127.0.0.1:${port}`;
    await this.#answers();
    const args = ["--automation", `--proxy=${proxy}`, ...settings];
    if (theme === "dark") args.push("--dark-mode");
    const wanted = {
      pageLoadStrategy: "none", // some tests look at a page whose files are late
      timeouts: { script: patience - 5000, pageLoad: patience - 5000 },
      "webkitgtk:browserOptions": { binary: program, args },
    };
    const { sessionId } = await this.#send("POST", "/session", { capabilities: { alwaysMatch: wanted } });
    this.#base += `/session/${sessionId}`;
    // There is no window manager to focus the window, and without that no page has focus.
    const focus = [
      "search",
      "--onlyvisible",
      "--sync",
      "--class",
      "MiniBrowser",
      "windowfocus",
      "--sync",
      "%1",
    ];
    await promisify(execFile)("xdotool", focus, {
      env: { ...process.env, DISPLAY: display },
      timeout: 20000,
    });
    return this;
  }

  async #answers() {
    for (const end = Date.now() + 10000; Date.now() < end; await later(20)) {
      try {
        await fetch(`${this.#base}/status`);
        return;
      } catch {
        // The driver does not listen yet.
      }
    }
    throw new Error("WebKitWebDriver does not answer");
  }

  async #send(method, path, content) {
    const body = content === undefined ? undefined : JSON.stringify(content);
    const headers = { connection: "close" }; // the driver closes idle connections, even while a command is being sent
    const signal = AbortSignal.timeout(patience);
    const { value } = await fetch(this.#base + path, { method, body, headers, signal })
      .then((response) => response.json())
      .catch((error) => {
        throw new Error(`WebKitWebDriver does not answer ${method} ${path || "/"}: ${error.message}`);
      });
    if (value?.error)
      throw Object.assign(new Error(`${value.error}: ${value.message}`), { code: value.error });
    return value;
  }

  // A command below /session/ID, after all earlier ones.
  command(method, path, content) {
    const done = this.#last.then(() => this.#send(method, path, content));
    this.#last = done.catch(() => undefined);
    return done;
  }

  // Runs several commands without others in between.
  together(act) {
    const done = this.#last.then(() => act((method, path, content) => this.#send(method, path, content)));
    this.#last = done.catch(() => undefined);
    return done;
  }

  // The files that were saved: [{ name, bytes }].
  downloads() {
    const folder = join(this.#folder, "downloads");
    return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  }

  async close() {
    await this.command("DELETE", "").catch(() => undefined);
    await this.#end();
  }

  // Also of a driver that has ended by itself, or does not end when it is asked to.
  async #end() {
    const driver = this.#process;
    if (driver && driver.exitCode === null && driver.signalCode === null) {
      const ended = new Promise((resolve) => driver.on("exit", resolve));
      driver.kill();
      const force = setTimeout(() => driver.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(force);
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
