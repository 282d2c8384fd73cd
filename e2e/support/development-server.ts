import { spawn } from 'node:child_process';
import path from 'node:path';
import { endChild } from './end-child.ts';
import { findQuietPort } from './quiet-port.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

export interface DevelopmentServer {
  address: string;
  stop: () => Promise<void>;
}

/**
 * Runs `npm run dev` for a remote in this folder of the repository, over the site at the given address, and waits until it
 * listens. Pages that are still being compiled are answered when they are ready.
 * @throws Error with the whole output if it ends before it listens
 */
export async function startDevelopmentServer(remote: string, siteAddress: string): Promise<DevelopmentServer> {
  const port = await findQuietPort();
  const script = path.join(repositoryRoot, 'shell/start/dev/main.ts');
  const child = spawn(process.execPath, ['--no-warnings', script, remote, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: new URL(siteAddress).port },
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        output += String(bytes);
        if (output.includes(' in development:')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`The development server ended with ${code}:\n${output}`)));
  });
  return { address: `http://localhost:${port}`, stop: () => endChild(child) };
}
