import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RenderAnswer, RendererStart, RenderRequest } from '../host-bundle.ts';
import { FrameReader, frameOf, heapLimit, longestFrame, outOfMemoryCode, residentLimit } from './frames.ts';
import type { ThreadMessage, ThreadRequest } from './thread-main.ts';

// A process around the thread that runs the bundles. Its own thread stays free whatever they do, so that it can watch their
// memory and their work, and ends with the shell server even while a bundle hangs. It alone knows which page was asked for.

const watchInterval = 100;
/** Between two pages a bundle has little to do: one that works on for so long takes the processor from others, in milliseconds. */
const longestBetween = 2000;
/** Lines that a bundle may log during one page; more would only fill the log. */
const mostLines = 50;
const longestLine = 2000;
/** Below the server that waits for it, so that a bundle at work takes no visitor's turn. */
const niceness = 5;

let thread: Worker | null = null;
let asked: string | null = null;
let lines = 0;
/** A page was asked for since the last look at the thread's work. */
let wasAsked = true;

const send = (answer: RenderAnswer) => process.stdout.write(frameOf(JSON.stringify(answer)));

function startThread({ hostCode, threadProgram }: RendererStart): Worker {
  const started = new Worker(new URL(threadProgram), {
    workerData: hostCode,
    env: {},
    argv: [],
    execArgv: ['--no-warnings', '--unhandled-rejections=none'],
    // What it writes by itself is nobody's: the pipes of this process are the server's.
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
    // Not before: on a busy machine the host's bundle may take seconds to load.
    if (thread) watchWork(thread);
    send({ type: 'ready' });
  } else if (message.type === 'log') takeLine(message.text);
  else {
    // It answers when it is asked, once.
    if (asked === null) process.exit(1);
    const { outcome, hasLoaded } = message;
    send({ type: 'outcome', id: asked, outcome, hasLoaded, residentBytes: process.memoryUsage.rss() });
    asked = null;
  }
}

function takeLine(text: string): void {
  lines += 1;
  if (lines <= mostLines) process.stderr.write(`${String(text).slice(0, longestLine)}\n`);
}

/** Ends a thread that goes on working although it was asked for nothing. */
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
  // Some machines forbid it; all goes on as before.
}

const reader = new FrameReader(longestFrame, (text) => {
  // Written by the server, in this order.
  if (thread) {
    const { id, ...request } = JSON.parse(text) as RenderRequest;
    asked = id;
    lines = 0;
    wasAsked = true;
    thread.postMessage(request satisfies ThreadRequest);
  } else thread = startThread(JSON.parse(text) as RendererStart);
});
process.stdin.on('data', (part: Buffer) => reader.take(part));
process.stdin.on('close', () => process.exit(0));
// The server has ended.
process.stdout.on('error', () => process.exit(0));
process.stderr.on('error', () => {});

setInterval(() => {
  if (process.memoryUsage.rss() > residentLimit) process.exit(outOfMemoryCode);
}, watchInterval);
