/**
 * Matches a path against a route pattern of literal and `:parameter` segments. Like React Router, it ignores case and
 * trailing slashes.
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

/** The canonical path: the pattern with its parameters filled from the path. */
export function canonicalSpelling(pattern: string, pathname: string): string {
  const given = segmentsOf(pathname);
  return `/${segmentsOf(pattern)
    .map((segment, index) => (segment.startsWith(':') ? given[index] : segment))
    .join('/')}`;
}

/** True if every parameter of a matching path has one of the values that the route lists. */
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

/** The matching route with the most literal segments: `/agents/new` wins over `/agents/:agentName`. */
export function findRoute<Route extends Matched>(routes: readonly Route[], pathname: string): Route | undefined {
  return routes
    .filter((route) => matchesPath(route.path, pathname) && hasKnownValues(route, pathname))
    .sort((a, b) => parameterCount(a.path) - parameterCount(b.path))[0];
}

function parameterCount(pattern: string): number {
  return segmentsOf(pattern).filter((segment) => segment.startsWith(':')).length;
}

/** The segments of a path or a pattern, not decoded. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** The part of a query that the server renders: the route's parameters and values, in the route's order. */
export function renderedSearch({ search = {} }: { search?: Matched['values'] }, given: URLSearchParams): string {
  const known = Object.entries(search).flatMap(([name, values]) => {
    const value = given.get(name);
    return value !== null && values.includes(value) ? [[name, value]] : [];
  });
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}
