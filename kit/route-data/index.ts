// The imports use public names, because this entry point is not shared and must not add a second store of answers to a remote.
import { ApiError, ApiTimeoutError, ApiUnreachableError, getJson } from 'kit/api-client';
import type * as z from 'kit/schema';
import { forgetMissing, keepRouteAnswer, useRouteAnswer } from 'kit/site';
import { useEffect, useState } from 'react';
import type { RouteAnswer } from '../contracts/route-data.ts';

type RouteData<Value> =
  | { status: 'loading' }
  | { status: 'found'; value: Value }
  /** `answered` is false without an answer; the object may exist. */
  | { status: 'missing'; answered: boolean };

/** In milliseconds. Only a slower request shows a loading state, because a faster one would flicker. */
const loadingDelay = 300;

/**
 * The data that the page's route declares. The server renders the first page with it. If the server did not find or get it,
 * and after a client-side navigation, the browser requests it once, without automatic retries (docs/specification.md#7).
 * `retry` requests it again.
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
    const slow = setTimeout(() => setSlowPath(path), loadingDelay);
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
        // An aborted request may end after the next one has started, and must not reset its loading state.
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
  // A failure for another address does not count.
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
