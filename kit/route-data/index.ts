// By their public names: this entry point is no shared module, and must not bring a second store of answers into a remote.
import { ApiError, ApiTimeoutError, ApiUnreachableError, getJson } from 'kit/api-client';
import type * as z from 'kit/schema';
import { forgetMissing, keepRouteAnswer, useRouteAnswer } from 'kit/site';
import { useEffect, useState } from 'react';
import type { RouteAnswer } from '../contracts/route-data.ts';

type RouteData<Value> =
  | { status: 'loading' }
  | { status: 'found'; value: Value }
  /** `answered` is false when nobody could tell: it may well exist. */
  | { status: 'missing'; answered: boolean };

/** A second look that takes longer than this, in milliseconds, is said to be one: a faster one would only flicker. */
const quickLook = 300;

/**
 * What the page's route names as its `data`. The first page of a tab has it from the server, and asks for nothing. Where the
 * server found nothing or did not get it in time, and on pages that the visitor comes to within the site, the browser asks:
 * once, by itself never again (docs/specification.md#7). `retry` asks again.
 */
export function useRouteData<Schema extends z.ZodMiniType>(
  schema: Schema,
): { state: RouteData<z.output<Schema>>; retry: () => void } {
  const { path, answer } = useRouteAnswer();
  const [attempt, setAttempt] = useState(1);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [slowPath, setSlowPath] = useState<string | null>(null);
  const isFound = answer?.status === 200;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (path === null || isFound) return undefined;
    const leaving = new AbortController();
    setFailure(null);
    setSlowPath(null);
    const slow = setTimeout(() => setSlowPath(path), quickLook);
    getJson(path, schema, { signal: leaving.signal })
      .then(
        (body) => keepRouteAnswer(path, { status: 200, body }),
        (error: unknown) => {
          if (leaving.signal.aborted) return;
          if (error instanceof ApiError && error.status === 404) keepRouteAnswer(path, { status: 404 });
          else setFailure({ path, answered: !isOutage(error) });
        },
      )
      .finally(() => {
        clearTimeout(slow);
        // An aborted look may end when the next one has begun, and must not end that one's mark.
        if (!leaving.signal.aborted) setSlowPath(null);
      });
    return () => {
      clearTimeout(slow);
      leaving.abort();
    };
  }, [path, isFound, attempt]);

  useEffect(() => (path === null ? undefined : () => forgetMissing(path)), [path]);

  const isLookingAgain = answer?.status === 404 && slowPath === path;
  const state = answer === null || isLookingAgain ? unanswered(path, failure) : stateOf(answer, schema);
  return { state, retry: () => setAttempt((last) => last + 1) };
}

interface Failure {
  path: string;
  answered: boolean;
}

function unanswered(path: string | null, failure: Failure | null): RouteData<never> {
  if (path === null) return { status: 'missing', answered: true };
  // Of another address it says nothing.
  return failure?.path === path ? { status: 'missing', answered: failure.answered } : { status: 'loading' };
}

function stateOf<Schema extends z.ZodMiniType>(answer: RouteAnswer, schema: Schema): RouteData<z.output<Schema>> {
  const parsed = answer.status === 200 ? schema.safeParse(answer.body) : null;
  return parsed?.success ? { status: 'found', value: parsed.data } : { status: 'missing', answered: true };
}

function isOutage(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof ApiUnreachableError || error instanceof ApiTimeoutError;
}
