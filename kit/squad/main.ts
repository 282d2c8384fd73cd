#!/usr/bin/env node
import { processTerminal } from '../server/command-line.ts';
import { runTool } from './run-tool.ts';

// The command `remote` of squads.

process.exitCode = await runTool(process.argv.slice(2), processTerminal());
