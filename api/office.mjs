import { spawnSync } from 'node:child_process';
import { runBuilt } from './run-built.mjs';

// The office's command. Without these V8 lets garbage lie for as long as the machine has memory: an export would take five
// times as much. They cannot be set once the process runs, so that it starts itself anew, however it was started.
const sparing = ['--optimize-for-size', '--max-semi-space-size=2'];

if (sparing.every((flag) => process.execArgv.includes(flag))) await runBuilt('office/main.js');
else startSparing();

function startSparing() {
  const args = [...sparing, ...process.execArgv, ...process.argv.slice(1)];
  if (process.execve && process.platform !== 'win32') {
    // In its own place: no second process, no signals to pass on. Node warns that this is new.
    process.emitWarning = () => undefined;
    process.execve(process.execPath, [process.execPath, ...args]);
  }
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
