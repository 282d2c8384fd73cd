import { enableCompileCache } from 'node:module';
import path from 'node:path';

// As `npm start` does: half of what a command takes is reading its own code. Imports that stand above would come before it.
enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/node'));
const { processTerminal } = await import('kit/server/command-line');
const { runCli } = await import('./run-cli.ts');

process.exitCode = await runCli(process.argv.slice(2), { ...processTerminal(), environment: process.env });
