/** Which paths a remote may serve: one namespace, and everything below it that is nobody else's. */
export interface PathNamespace {
  path: string;
  remote: string;
}

export interface PathTable {
  namespaces: readonly PathNamespace[];
  /** What the host serves itself, with everything below it. */
  reserved: readonly string[];
}

/**
 * The remote that may serve a path or a route pattern: the most specific namespace wins. Null for paths that belong
 * to the host: the reserved ones, files in the root (`/robots.txt`), and those that lie in no namespace.
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
