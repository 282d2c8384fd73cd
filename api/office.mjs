import { spawnSync } from 'node:child_process';
import { runBuilt } from './run-built.mjs';

// The office's command. Without these options V8 delays garbage collection for as long as the machine has memory, and an
// export takes five times as much. They cannot be set in a running process, so it restarts itself.
const sparing = ['--optimize-for-size', '--max-semi-space-size=2'];

if (sparing.every((flag) => process.execArgv.includes(flag))) await runBuilt('office/main.js');
else startSparing();

function startSparing() {
  const args = [...sparing, ...process.execArgv, ...process.argv.slice(1)];
  if (process.execve && process.platform !== 'win32') {
    // `execve` replaces this process, so there is no child process whose signals must be forwarded. Node warns that it is
    // experimental.
    process.emitWarning = () => undefined;
    process.execve(process.execPath, [process.execPath, ...args]);
  }
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
