import { runBuilt } from './run-built.mjs';

// npm run backup, npm run restore, npm run upgrade-database.
await runBuilt('backup/main.js');
