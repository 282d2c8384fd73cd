import { enableCompileCache } from 'node:module';
import path from 'node:path';

// The compile cache is enabled before the imports, because compiling takes half of the time of a command.
enableCompileCache(path.join(import.meta.dirname, '../../node_modules/.cache/node'));
const { processTerminal } = await import('kit/server/command-line');
const { runCli } = await import('./run-cli.ts');

// Only commands that try a release need the pages, whose import takes longer than most commands.
const loadPages = async () => (await import('../server/host-pages.ts')).hostPages;
process.exitCode = await runCli(process.argv.slice(2), { ...processTerminal(), environment: process.env, loadPages });
