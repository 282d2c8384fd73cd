import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { endChild } from './end-child.ts';
import { findQuietPort } from './quiet-port.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/**
 * `npm run dev -w kit` prints this line when it listens. Pages that are still being compiled are answered when they are ready.
 */
const listening = 'kit-showcase in development:';

export interface KitServer {
  address: string;
  stop: () => Promise<void>;
}

/**
 * Runs `npm run dev -w kit`, which shows the kit at `/kit` within the site at the given address.
 * @throws Error with the whole output if it ends before it listens
 */
export async function startKitServer(siteAddress: string): Promise<KitServer> {
  const port = await findQuietPort();
  const script = path.join(repositoryRoot, 'shell/start/dev/main.ts');
  const child = spawn(process.execPath, ['--no-warnings', script, 'kit/showcase', '--port', String(port)], {
    cwd: path.join(repositoryRoot, 'shell'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: new URL(siteAddress).port },
  });
  await untilListening(child);
  return {
    address: `http://localhost:${port}`,
    stop: () => endChild(child),
  };
}

function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes) => {
        output += String(bytes);
        if (output.includes(listening)) resolve();
      });
    child.once('exit', (code) => reject(new Error(`The development server ended with ${code}:\n${output}`)));
  });
}
