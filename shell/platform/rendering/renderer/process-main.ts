import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RenderAnswer, RendererStart, RenderRequest } from '../messages.ts';
import { FrameReader, frameOf } from './frames.ts';
import { heapLimit, longestFrame, outOfMemoryCode, residentLimit } from './limits.ts';
import type { ThreadMessage, ThreadRequest } from './thread-main.ts';

// A process around the thread that runs the bundles. Its own thread stays free whatever they do, so that it can watch the
// memory of both and ends with the shell server even while a bundle hangs. It alone knows which page was asked for.

const watchInterval = 100;
/** Below the server that waits for it, so that a bundle at work takes no visitor's turn. */
const niceness = 5;

let thread: Worker | null = null;
let asked: string | null = null;

const send = (answer: RenderAnswer) => process.stdout.write(frameOf(JSON.stringify(answer)));

function startThread({ hostCode, threadProgram }: RendererStart): Worker {
  const started = new Worker(new URL(threadProgram), {
    workerData: hostCode,
    env: {},
    argv: [],
    execArgv: ['--no-warnings', '--frozen-intrinsics'],
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
  if (message.type === 'ready') send({ type: 'ready' });
  else if (message.type === 'log') process.stderr.write(`${message.text}\n`);
  else {
    // It answers when it is asked, once.
    if (asked === null) process.exit(1);
    const { outcome, hasLoaded } = message;
    send({ type: 'outcome', id: asked, outcome, hasLoaded, residentBytes: process.memoryUsage.rss() });
    asked = null;
  }
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
