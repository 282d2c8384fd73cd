import { parentPort, workerData } from 'node:worker_threads';
import type { RenderRequest } from '../messages.ts';
import { Realm } from '../realm/realm.ts';
import { confine } from './confine.ts';

// The thread that runs the host's bundle and the server bundle of one release, in a realm beside Node's own. Node's is frozen
// (--frozen-intrinsics) and makes no code from texts, see process-main.ts.

/** What the thread is asked for. The id of a request is not told here. */
export type ThreadRequest = Omit<RenderRequest, 'id'>;

export type ThreadMessage =
  | { type: 'ready' }
  | { type: 'log'; text: string }
  | { type: 'outcome'; outcome: string; hasLoaded: boolean };

/** Lines that a bundle may log during one page; more would only fill the memory. */
const mostLines = 50;
const longestLine = 2000;

const port = parentPort;
let lines = 0;

const say = (message: ThreadMessage) => port?.postMessage(message);

const realm = new Realm(String(workerData), (text) => {
  lines += 1;
  if (lines <= mostLines) say({ type: 'log', text: String(text).slice(0, longestLine) });
});

confine();

port?.on('message', async ({ task, code, release }: ThreadRequest) => {
  lines = 0;
  const outcome = await realm.render(task, code, release);
  say({ type: 'outcome', outcome, hasLoaded: realm.hasLoaded });
});
say({ type: 'ready' });
