import assert from "node:assert/strict";
import {
  closeLog,
  configureLogging,
  flushLog,
  getBusyLog,
  getLog,
  logIfSlow,
} from "@/lib/log/mod.ts";
import { bufferedSink } from "@/lib/log/sink.ts";
import { logged } from "@/tests/helpers/logged.ts";

/** Creates an output that collects its text and accepts at most `step` bytes per write. */
function memory(step = Infinity) {
  const decoder = new TextDecoder();
  const output = { text: "", writes: 0, write, writeSync };

  function writeSync(bytes: Uint8Array): number {
    output.writes++;
    const part = bytes.subarray(0, step);
    output.text += decoder.decode(part, { stream: true });
    return part.length;
  }

  function write(bytes: Uint8Array): Promise<number> {
    return Promise.resolve(writeSync(bytes));
  }

  return output;
}

const RECORD = {
  category: ["room"],
  level: "info",
  message: ["x"],
  rawMessage: "x",
  timestamp: 0,
  properties: {},
} as const;

Deno.test("the log writes one JSON object per line, with time, level, room and message", async () => {
  const output = memory();
  configureLogging({ level: "info", format: "json", output, secrets: ["hunter2"] });
  getLog("http").info("request", { status: 200, path: "/a", message: "mine" });
  getLog("crm").warn("cannot reach {host}", { host: "hunter2.test", name: "ada@example.com" });
  await closeLog();
  const lines = output.text.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(lines.length, 2);
  assert.match(lines[0].time, /^\d{4}-.*Z$/);
  assert.deepEqual({ ...lines[0], time: "" }, {
    time: "",
    level: "info",
    room: "http",
    message: "request",
    status: 200,
    path: "/a",
  });
  assert.equal(lines[1].level, "warning");
  assert.equal(lines[1].message, "cannot reach [redacted].test");
  assert.equal(lines[1].name, "[redacted]");
});

Deno.test("the text format writes a readable line, followed by the stack of an error", async () => {
  const output = memory();
  configureLogging({ level: "info", format: "text", output });
  getLog("http").error("cannot answer", { path: "/a", error: new Error("boom") });
  await closeLog();
  const [first = "", second = ""] = output.text.split("\n");
  assert.match(first, /^\d\d:\d\d:\d\d\.\d{3} error {3}http cannot answer path=\/a$/);
  assert.match(second, /^ {2}Error: boom/);
});

Deno.test("the log drops lines below its level", async () => {
  const output = memory();
  configureLogging({ level: "warning", format: "json", output });
  getLog("jobs").info("started");
  getLog("jobs").warn("late");
  await closeLog();
  assert.match(output.text, /late/);
  assert.doesNotMatch(output.text, /started/);
});

Deno.test("getBusyLog() writes the same lines as getLog(), redacted and by level", async () => {
  for (const level of ["info", "error"] as const) {
    const [output, reference] = [memory(), memory()];
    const properties = { status: 200, path: "/a?email=ada@example.com", message: "m", token: "t" };
    configureLogging({ level, format: "json", output });
    for (const at of ["info", "warn", "error"] as const) getBusyLog("http")[at]("seen", properties);
    configureLogging({ level, format: "json", output: reference });
    for (const at of ["info", "warn", "error"] as const) getLog("http")[at]("seen", properties);
    await closeLog();
    const parse = ({ text }: { text: string }) =>
      text.trim().split("\n").map((line) => ({ ...JSON.parse(line), time: "" }));
    assert.deepEqual(parse(output), parse(reference));
    assert.equal(parse(output).length, level === "info" ? 3 : 1);
  }
  getBusyLog("http").info("nobody listens", {});
});

Deno.test("the log buffers many lines into one write", async () => {
  const output = memory();
  configureLogging({ level: "info", format: "json", output });
  for (let i = 0; i < 1000; i++) getLog("http").info("request", { count: i });
  assert.equal(output.writes, 0);
  await flushLog();
  assert.equal(output.writes, 1);
  assert.equal(output.text.split("\n").length, 1001);
  await closeLog();
});

Deno.test("configureLogging() replaces the previous log without losing its lines", async () => {
  const first = memory();
  const second = memory();
  configureLogging({ level: "info", format: "json", output: first });
  getLog("a").info("one");
  configureLogging({ level: "info", format: "json", output: second });
  getLog("a").info("two");
  await closeLog();
  assert.match(first.text, /one/);
  assert.match(second.text, /two/);
});

Deno.test("a buffered sink continues after a partial write", async () => {
  const output = memory(3);
  using sink = bufferedSink(output, { format: () => "grüße\n" });
  sink(RECORD);
  sink(RECORD);
  await sink.flush();
  assert.equal(output.text, "grüße\ngrüße\n");
});

Deno.test("a buffered sink writes the rest synchronously when it is disposed", () => {
  const output = memory();
  const sink = bufferedSink(output, { format: () => "line\n" });
  sink(RECORD);
  sink[Symbol.dispose]();
  assert.equal(output.text, "line\n");
});

Deno.test("a buffered sink flushes itself after its interval", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const output = {
    write(bytes: Uint8Array) {
      resolve(new TextDecoder().decode(bytes));
      return Promise.resolve(bytes.length);
    },
    writeSync: (bytes: Uint8Array) => bytes.length,
  };
  using sink = bufferedSink(output, { format: () => "line\n", flushIntervalMs: 1 });
  sink(RECORD);
  const keepAlive = setInterval(() => {}, 1000);
  assert.equal(await promise, "line\n");
  clearInterval(keepAlive);
});

Deno.test("a buffered sink drops and counts lines beyond its limit", async () => {
  const output = memory();
  using sink = bufferedSink(output, { format: () => "0123456789", maxPending: 15 });
  for (let i = 0; i < 5; i++) sink(RECORD);
  await sink.flush();
  assert.equal(output.text, '01234567890123456789{"level":"warning","dropped":3}\n');
});

Deno.test("a buffered sink counts the lines that a full disk took, once it has room again", async () => {
  const output = memory();
  let isFull = true;
  const disk = {
    write: (bytes: Uint8Array) =>
      isFull
        ? Promise.reject(new Error("No space left on device (os error 28)"))
        : output.write(bytes),
    writeSync: output.writeSync,
  };
  using sink = bufferedSink(disk, { format: () => "line\n" });
  for (const lines of [2, 1, 3]) {
    for (let i = 0; i < lines; i++) sink(RECORD);
    await sink.flush();
  }
  isFull = false;
  sink(RECORD);
  await sink.flush();
  assert.equal(output.text, 'line\n{"level":"warning","dropped":6}\n');
});

Deno.test("a buffered sink ends the line that a full disk cut off, so that the next one can be parsed", async () => {
  const output = memory(4);
  let room = 4;
  const disk = {
    write(bytes: Uint8Array) {
      if (room === 0) throw new Error("No space left on device (os error 28)");
      room--;
      return output.write(bytes);
    },
    writeSync: output.writeSync,
  };
  using sink = bufferedSink(disk, { format: () => "a line\n" });
  for (const more of [0, 0, Infinity]) {
    for (let i = 0; i < 3; i++) sink(RECORD);
    await sink.flush();
    room = more;
  }
  for (let i = 0; i < 3; i++) sink(RECORD);
  await sink.flush();
  assert.equal(
    output.text,
    `a line\na line\na \n${"a line\n".repeat(3)}{"level":"warning","dropped":7}\n`,
  );
});

Deno.test("closeLog() waits a second for a stuck reader, and then writes nothing more", async () => {
  let blocked = 0;
  const stuck = {
    write: () => new Promise<number>(() => {}),
    writeSync: (bytes: Uint8Array) => (blocked++, bytes.length),
  };
  configureLogging({ level: "info", format: "json", output: stuck });
  getLog("http").info("request");
  void flushLog();
  getLog("http").info("request");
  await closeLog();
  assert.equal(blocked, 0);
});

Deno.test("a buffered sink survives an output that fails", async () => {
  const fails = () => {
    throw new Deno.errors.BrokenPipe("gone");
  };
  const sink = bufferedSink({ write: fails, writeSync: fails }, { format: () => "line\n" });
  sink(RECORD);
  await sink.flush();
  sink(RECORD);
  sink[Symbol.dispose]();
});

Deno.test("no text in a log line can begin another line, or make one look like another", async () => {
  const forged = 'x\n12:00:00.000 error http forged\r\n{"level":"error"}\u2028\u001b[2K\u009b2J';
  for (const format of ["json", "text"] as const) {
    const output = memory();
    configureLogging({ level: "info", format, output });
    getLog("http").info("request {path}", { path: forged, route: forged });
    await closeLog();
    assert.equal(
      output.text.trimEnd().split(/[\r\n]/).length,
      1,
      `${format}: ${output.text}`,
    );
    assert.ok(!output.text.includes("\u001b"), format);
    if (format === "text") assert.doesNotMatch(output.text.trimEnd(), /[\p{Cc}\u2028]/u);
  }
});

Deno.test("a slow phase of a start is logged, and a quick one is not", async () => {
  const lines = await logged(async () => {
    const pictures = () => new Promise((done) => setTimeout(() => done("pictures"), 50));
    assert.equal(await logIfSlow("load the pictures", pictures, 5), "pictures");
    await logIfSlow("load the pages", () => Promise.resolve(), 5);
    await assert.rejects(logIfSlow("migrate", () => Promise.reject(new Error("no")), 5), /no/);
    await new Promise((done) => setTimeout(done, 20));
  });
  assert.deepEqual(lines.map((line) => JSON.parse(line).operation), ["load the pictures"]);
});
