/** A remote may serve the path of its namespace, and every path below that is in no other namespace. */
export interface PathNamespace {
  path: string;
  remote: string;
}

export interface PathTable {
  namespaces: readonly PathNamespace[];
  /** Paths that the host serves itself, with everything below them. */
  reserved: readonly string[];
}

/**
 * Gives the remote that may serve a path or a route pattern. The most specific namespace wins. Gives null for paths that belong to the
 * host: reserved paths, files in the root (`/robots.txt`), and paths in no namespace.
 */
export function ownerOfPath({ namespaces, reserved }: PathTable, path: string): string | null {
  if (reserved.some((prefix) => liesIn(path, prefix)) || /^\/[^/]*\.[^/]*$/.test(path)) return null;
  const claims = namespaces.filter((namespace) => liesIn(path, namespace.path));
  claims.sort((one, other) => other.path.length - one.path.length);
  return claims[0]?.remote ?? null;
}

function liesIn(path: string, namespace: string): boolean {
  return namespace === '/' ? path.startsWith('/') : path === namespace || path.startsWith(`${namespace}/`);
}
