import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findQuietPort } from './quiet-port.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/**
 * The line that `npm run dev -w kit` prints once it listens. Pages that are still being compiled then are answered as
 * soon as they are ready.
 */
const listening = 'kit-showcase in development:';

export interface KitServer {
  address: string;
  stop: () => Promise<void>;
}

/**
 * Runs `npm run dev -w kit`, which shows the kit at `/kit`, in the site at the given address.
 *
 * @throws Error with the whole output when it ends before it listens.
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
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes) => {
        said += String(bytes);
        if (said.includes(listening)) resolve();
      });
    child.once('exit', (code) => reject(new Error(`The development server ended with ${code}:\n${said}`)));
  });
}
