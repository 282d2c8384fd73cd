import { publishBuiltRemotes } from '../../shell/start/publish-built-remotes.ts';

// Publishes the built remotes into DATA_DIR and makes them live: what `npm start` does, without the rest of it.
await publishBuiltRemotes(process.env.DATA_DIR ?? '');
