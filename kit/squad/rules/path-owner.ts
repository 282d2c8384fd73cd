/** A remote may serve the path of its namespace and every path below that no other namespace holds. */
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
 * The remote that may serve a path or a route pattern. The most specific namespace wins.
 * @returns null for paths of the host: reserved paths, files in the root (`/robots.txt`), and paths in no namespace.
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
