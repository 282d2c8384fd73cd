import { Worker } from 'node:worker_threads';
import { outOfMemoryCode, type RenderAnswer, type RenderMessage } from './messages.ts';

// A process around the thread that runs the server bundles. Its own thread stays free whatever they do, so that it can
// watch the memory of both and ends with the shell server even while a bundle hangs.

/** Heap of the thread, in megabytes. */
const heapLimit = 256;
/** Memory of the whole process, buffers outside the heap included, in bytes. */
const residentLimit = 768 * 1024 * 1024;
const watchInterval = 100;

const thread = new Worker(new URL('./thread-main.ts', import.meta.url), {
  workerData: process.argv[2],
  resourceLimits: { maxOldGenerationSizeMb: heapLimit },
});

thread.on('message', (answer: RenderAnswer) => process.send?.({ ...answer, residentBytes: process.memoryUsage.rss() }));
thread.on('error', (error: Error & { code?: string }) => {
  console.error(`[renderer] ${error.message}`);
  process.exit(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemoryCode : 1);
});
thread.on('exit', () => process.exit(1));

process.on('message', (message: RenderMessage) => thread.postMessage(message));
process.on('disconnect', () => process.exit(0));

setInterval(() => {
  // The server may have ended before the line above was reached.
  if (!process.connected) process.exit(0);
  if (process.memoryUsage.rss() > residentLimit) process.exit(outOfMemoryCode);
}, watchInterval);
