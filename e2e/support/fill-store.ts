import { publishBuiltRemotes } from '../../shell/start/publish-built-remotes.ts';

// Publishes the built remotes into DATA_DIR and makes them live, as `npm start` does.
const { leftOut } = await publishBuiltRemotes(process.env.DATA_DIR ?? '', {
  loadPages: async () => (await import('../../shell/server/host-pages.ts')).hostPages,
});
if (leftOut.length > 0) throw new Error(leftOut.map(({ remote, problem }) => `${remote}: ${problem}`).join('\n'));
