import { runBuilt } from './run-built.mjs';

// npm run office. Its script in package.json sets V8's options: without them V8 delays garbage collection for as long as the
// machine has memory, and an export takes five times as much.
await runBuilt('office/main.js');
