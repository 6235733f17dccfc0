import { chromium } from "playwright-core";
const [out, path, w, h, full] = Deno.args;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium" });
const p = await b.newPage({ viewport: { width: Number(w), height: Number(h) } });
await p.goto("http://localhost:8731" + path, { waitUntil: "networkidle", timeout: 120000 });
await p.screenshot({ path: out!, fullPage: full === "full" });
await b.close();
