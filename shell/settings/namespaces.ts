interface Namespace {
  path: string;
  remote: string;
}

/** The one table of paths that a remote may serve. A new remote gets its paths by one line here. */
const namespaces: readonly Namespace[] = [
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

/** The remotes that the site knows, in the order of the table. */
export const knownRemotes: readonly string[] = [...new Set(namespaces.map(({ remote }) => remote))];

/**
 * The remote that may serve a path or a route pattern: the most specific namespace wins. Null for paths that belong
 * to the shell server: the reserved ones and files in the root (`/robots.txt`).
 */
export function namespaceOwner(path: string): string | null {
  if (reserved.some((prefix) => liesIn(path, prefix)) || /^\/[^/]*\.[^/]*$/.test(path)) return null;
  const claims = namespaces.filter((namespace) => liesIn(path, namespace.path));
  claims.sort((one, other) => other.path.length - one.path.length);
  return claims[0]?.remote ?? null;
}

function liesIn(path: string, namespace: string): boolean {
  return namespace === '/' ? path.startsWith('/') : path === namespace || path.startsWith(`${namespace}/`);
}
