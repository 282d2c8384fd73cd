import type { PathNamespace } from 'kit/squad/rules/path-owner';

/**
 * The paths that a new site gives its remotes. After that the table is part of the site's rights: staff change it with `npm
 * run release -- paths`, and `npm start` gives a new remote the paths of its lines here.
 */
export const firstNamespaces: readonly PathNamespace[] = [
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

/** Paths that the shell serves itself, with everything below them. */
export const reservedPaths = [
  '/api',
  '/remotes',
  '/shell',
  '/composition',
  '/attached_assets',
  '/_ops',
  '/_health',
  '/_platform',
  '/healthz',
];

/** The remotes of this repository, in the order of the table. */
export const knownRemotes: readonly string[] = [...new Set(firstNamespaces.map(({ remote }) => remote))];
