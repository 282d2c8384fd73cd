import type { NextFunction, Request, Response } from 'express';
import { ProblemError } from '../problems/problem-error.ts';

/** What is read of Express's router: it knows the routes, so no list of them is kept. */
interface Layer {
  route?: { methods: Record<string, boolean> };
  match(path: string): unknown;
}

/** Whether a route takes this method at this path. */
export function isTaken(request: Request): boolean {
  return methodsAt(request).includes(request.method);
}

/** OPTIONS tells which methods there are, where there are any. */
export function answerOptions(request: Request, response: Response, next: NextFunction): void {
  const methods = request.method === 'OPTIONS' ? methodsAt(request) : [];
  if (methods.length > 0) response.status(204).set('Allow', methods.join(', ')).end();
  else next();
}

/** 405 when something is there that takes other methods, else 404. */
export function nothingTakes(request: Request): ProblemError {
  const { method } = request;
  const methods = methodsAt(request);
  if (methods.length === 0) return new ProblemError(404, `There is nothing at ${method} ${shownPath(request)}.`);
  const allow = methods.join(', ');
  const message = `This address does not take ${method}; it takes ${allow}.`;
  return new ProblemError(405, message, { headers: { Allow: allow } });
}

function methodsAt({ app, baseUrl, path }: Request): string[] {
  const layers = app.router.stack as unknown as Layer[]; // Its type lacks what Express matches with.
  const methods = new Set<string>();
  for (const layer of layers) {
    if (!layer.route || !matches(layer, baseUrl + path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.size > 0) methods.add('OPTIONS');
  if (methods.has('GET')) methods.add('HEAD'); // Express answers it from the route of GET.
  return [...methods].sort();
}

/** A path that cannot be decoded is nobody's. */
function matches(layer: Layer, path: string): boolean {
  try {
    return Boolean(layer.match(path));
  } catch {
    return false;
  }
}

function shownPath(request: Request): string {
  const path = request.originalUrl.split('?')[0] ?? '';
  return path.length > 200 ? `${path.slice(0, 200)}...` : path;
}
