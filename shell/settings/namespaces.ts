import { type PathNamespace, type PathTable, remotesIn } from '../platform/index.ts';

/** The one table of paths that a remote may serve. A new remote gets its paths by one line here. */
const namespaces: readonly PathNamespace[] = [
  { path: '/', remote: 'mf-marketing' },
  { path: '/leads', remote: 'mf-marketplace' },
  { path: '/exotics-intake', remote: 'mf-intake' },
  { path: '/services/exotic-car-intake', remote: 'mf-intake' },
  { path: '/agents', remote: 'mf-agents' },
  { path: '/ai-agent-demo', remote: 'mf-agents' },
  { path: '/ai-agent-packages', remote: 'mf-agents' },
  { path: '/custom-ai-agent', remote: 'mf-agents' },
  { path: '/my-agent', remote: 'mf-agents' },
  { path: '/click-demos', remote: 'mf-demos' },
];

const reserved = ['/api', '/remotes', '/shell', '/composition', '/attached_assets', '/_ops', '/_health', '/healthz'];

export const pathTable: PathTable = { namespaces, reserved };

/** The remotes that the site knows, in the order of the table. */
export const knownRemotes: readonly string[] = remotesIn(pathTable);
