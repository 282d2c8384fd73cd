import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../shell/start/free-port.ts';
import { startSite } from './site.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/** Before the visual tests: a site, and the development server that shows the kit in it. Gives the tear-down. */
// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of a global setup
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'site-visual-'));
  const site = await startSite({ dataFolder });
  const port = await findFreePort();
  const development = await startDevelopment(new URL(site.address).port, port);
  process.env.BASE_URL = `http://localhost:${port}`;
  return async () => {
    development.kill('SIGTERM');
    await once(development, 'exit');
    await site.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
}

async function startDevelopment(sitePort: string, port: number): Promise<ChildProcess> {
  const script = path.join(repositoryRoot, 'shell/start/dev/main.ts');
  const child = spawn(process.execPath, ['--no-warnings', script, 'kit/showcase'], {
    cwd: path.join(repositoryRoot, 'shell'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: sitePort, DEV_PORT: String(port) },
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += String(bytes);
      if (said.includes('kit-showcase-browser') && /compiled/.test(said.slice(said.indexOf('kit-showcase-browser'))))
        resolve();
    });
    child.once('exit', (code) => reject(new Error(`The development server ended with ${code}:\n${said}`)));
  });
  return child;
}
