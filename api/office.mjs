import { runBuilt } from './run-built.mjs';

// The office's command.
await runBuilt('office/main.js');
