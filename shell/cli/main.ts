import { processTerminal } from 'kit/server/command-line';
import { runCli } from './run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2), { ...processTerminal(), environment: process.env });
