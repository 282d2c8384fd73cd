import type { OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { ProblemError } from '../problems/problem-error.ts';

interface Place {
  path: RegExp;
  methods: string[];
}

/** Which methods each address takes, by the API's own document. */
export class Methods {
  private readonly places: Place[];

  constructor({ paths }: OpenAPIObject) {
    this.places = Object.entries(paths).map(([path, operations]) => ({
      path: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}/*$`, 'i'),
      methods: Object.keys(operations).map((method) => method.toUpperCase()),
    }));
  }

  /** OPTIONS tells which methods there are, where there are any. */
  readonly answerOptions = (request: Request, response: Response, next: NextFunction): void => {
    const methods = request.method === 'OPTIONS' ? this.at(pathOf(request)) : [];
    if (methods.length > 0) response.status(204).set('Allow', methods.join(', ')).end();
    else next();
  };

  /** 405 when something is there that takes other methods, else 404. */
  nothingTakes(request: Request): ProblemError {
    const { method } = request;
    const path = pathOf(request);
    const methods = this.at(path);
    if (methods.length === 0 || methods.includes(method)) {
      return new ProblemError(
        404,
        `There is nothing at ${method} ${path.length > 200 ? `${path.slice(0, 200)}...` : path}.`,
      );
    }
    const allow = methods.join(', ');
    const message = `This address does not take ${method}; it takes ${allow}.`;
    return new ProblemError(405, message, { headers: { Allow: allow } });
  }

  private at(path: string): string[] {
    const methods = new Set(this.places.filter((place) => place.path.test(path)).flatMap((place) => place.methods));
    if (methods.size > 0) methods.add('OPTIONS');
    if (methods.has('GET')) methods.add('HEAD'); // Express answers it from the route of GET.
    return [...methods].sort();
  }
}

/** Nest looks for what no route took below its prefix, which Express then leaves out of the path. */
function pathOf({ baseUrl, path }: Request): string {
  return baseUrl + path;
}
