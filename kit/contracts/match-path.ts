/**
 * Matches a path against a route pattern of literal and `:parameter` segments. Literals are compared without case and
 * trailing slashes do not count, as React Router does it.
 */
export function matchesPath(pattern: string, pathname: string): boolean {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(pathname);
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => {
      const value = given[index] ?? '';
      return segment.startsWith(':') ? value !== '' : segment.toLowerCase() === value.toLowerCase();
    })
  );
}

/** The pattern with its parameters filled from the path: the one spelling that a page is served under. */
export function canonicalSpelling(pattern: string, pathname: string): string {
  const given = segmentsOf(pathname);
  return `/${segmentsOf(pattern)
    .map((segment, index) => (segment.startsWith(':') ? given[index] : segment))
    .join('/')}`;
}

/** Values of the pattern's parameters, decoded, by their names; of a path that it matches. One that does not decode is left out. */
export function parametersOf(pattern: string, pathname: string): ReadonlyMap<string, string> {
  const given = segmentsOf(pathname);
  const pairs = segmentsOf(pattern).flatMap((segment, index): [string, string][] => {
    const value = segment.startsWith(':') ? decoded(given[index] ?? '') : null;
    return value === null ? [] : [[segment.slice(1), value]];
  });
  return new Map(pairs);
}

/** The most literal of the routes that match: `/agents/new` goes before `/agents/:agentName`. */
export function findRoute<Route extends { path: string }>(
  routes: readonly Route[],
  pathname: string,
): Route | undefined {
  return routes
    .filter((route) => matchesPath(route.path, pathname))
    .sort((a, b) => parameterCount(a.path) - parameterCount(b.path))[0];
}

function parameterCount(pattern: string): number {
  return segmentsOf(pattern).filter((segment) => segment.startsWith(':')).length;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
