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

/** Whether each parameter of a path that matches has one of the values that the route knows. */
function hasKnownValues({ path, values = {} }: Matched, pathname: string): boolean {
  const given = segmentsOf(pathname);
  return segmentsOf(path).every((segment, index) => {
    const known = segment.startsWith(':') ? values[segment.slice(1)] : undefined;
    return known?.some((value) => isSpelledAs(value, given[index])) ?? true;
  });
}

function isSpelledAs(value: string, segment = ''): boolean {
  try {
    return decodeURIComponent(segment) === value;
  } catch {
    return false;
  }
}

interface Matched {
  path: string;
  values?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The most literal of the routes that match: `/agents/new` goes before `/agents/:agentName`. */
export function findRoute<Route extends Matched>(routes: readonly Route[], pathname: string): Route | undefined {
  return routes
    .filter((route) => matchesPath(route.path, pathname) && hasKnownValues(route, pathname))
    .sort((a, b) => parameterCount(a.path) - parameterCount(b.path))[0];
}

function parameterCount(pattern: string): number {
  return segmentsOf(pattern).filter((segment) => segment.startsWith(':')).length;
}

/** What stands between the slashes of a path or a pattern, as it is written. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
