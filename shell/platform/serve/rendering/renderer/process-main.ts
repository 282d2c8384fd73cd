import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RenderAnswer, RenderRequest } from '../host-bundle.ts';
import { encodeFrame, FrameReader, heapLimit, longestFrame, outOfMemoryCode, residentLimit } from './frames.ts';
import type { ThreadMessage, ThreadRequest } from './thread-main.ts';

// The process around the thread that runs the bundles. Its main thread stays responsive, so that it can monitor their memory and
// work, and exits with the shell server even while a bundle hangs. Only the main thread knows the id of the requested page.

const watchInterval = 100;
/** Maximum processor time of a bundle between two pages, in milliseconds. A bundle has little to do then. */
const longestBetween = 2000;
/** Maximum number of lines that a bundle may log during one page. */
const maxLines = 50;
const longestLine = 2000;
/** Lower than the server's priority, so that a busy bundle does not delay visitors. */
const niceness = 5;

let thread: Worker | null = null;
let asked: string | null = null;
let lines = 0;
/** True when a page was requested since the last check of the thread's work. */
let wasAsked = true;

const send = (answer: RenderAnswer) => process.stdout.write(encodeFrame(JSON.stringify(answer)));

function startThread(hostCode: string): Worker {
  const [, threadProgram = ''] = process.argv;
  const started = new Worker(new URL(threadProgram), {
    workerData: hostCode,
    env: {},
    argv: [],
    execArgv: ['--no-warnings', '--unhandled-rejections=none'],
    // Its direct output is discarded, because the pipes of this process carry messages to the server.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit },
  });
  started.on('message', take);
  started.on('error', (error: Error & { code?: string }) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemoryCode : 1);
  });
  started.on('exit', () => process.exit(1));
  return started;
}

function take(message: ThreadMessage): void {
  if (message.type === 'ready') {
    // Only from here on, because the host's bundle may take seconds to load on a busy machine.
    if (thread) watchWork(thread);
    send({ type: 'ready' });
  } else if (message.type === 'log') takeLine(message.text);
  else {
    // It may respond only once to each request.
    if (asked === null) process.exit(1);
    const { outcome, hasLoaded } = message;
    send({ type: 'outcome', id: asked, outcome, hasLoaded, residentBytes: process.memoryUsage.rss() });
    asked = null;
  }
}

function takeLine(text: string): void {
  lines += 1;
  if (lines <= maxLines) process.stderr.write(`${String(text).slice(0, longestLine)}\n`);
}

/** Ends a thread that works without a request. */
function watchWork(worker: Worker): void {
  const { performance } = worker;
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    if (!wasAsked && utilization > 0.9) process.exit(1);
    before = now;
    wasAsked = asked !== null;
  }, longestBetween);
}

try {
  setPriority(niceness);
} catch {
  // Some systems forbid it. The renderer then keeps its priority.
}

const reader = new FrameReader(longestFrame, (text) => {
  // The server writes the messages in this order.
  if (thread) {
    const { id, ...request } = JSON.parse(text) as RenderRequest;
    asked = id;
    lines = 0;
    wasAsked = true;
    thread.postMessage(request satisfies ThreadRequest);
  } else thread = startThread(text);
});
process.stdin.on('data', (part: Buffer) => reader.take(part));
process.stdin.on('close', () => process.exit(0));
// The pipe closes when the server has ended.
process.stdout.on('error', () => process.exit(0));
process.stderr.on('error', () => {});

setInterval(() => {
  if (process.memoryUsage.rss() > residentLimit) process.exit(outOfMemoryCode);
}, watchInterval);
