import type { PathNamespace } from 'kit/squad/rules/path-owner';

export { ownerOfPath, type PathNamespace } from 'kit/squad/rules/path-owner';

/** The remotes that a table names, in its order. */
export function remotesIn(namespaces: readonly PathNamespace[]): string[] {
  return [...new Set(namespaces.map(({ remote }) => remote))];
}
