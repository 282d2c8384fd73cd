import { runBuilt } from './run-built.mjs';

// npm run backup, npm run restore.
await runBuilt('backup/main.js');
