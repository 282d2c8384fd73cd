import { afterEach, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { startFakeApi } from 'kit/testing';
import * as z from 'zod/mini';
import { keepRouteAnswer, RouteDataProvider } from '../site/index.ts';
import { useRouteData } from './index.ts';

let api: Awaited<ReturnType<typeof startFakeApi>> | undefined;
const realFetch = globalThis.fetch;

afterEach(async () => {
  globalThis.fetch = realFetch;
  await api?.close();
});

function Shown() {
  const { state } = useRouteData(z.object({}));
  return <p>{state.status}</p>;
}

const pageOf = (path: string) => (
  <RouteDataProvider value={{ path }}>
    <Shown />
  </RouteDataProvider>
);

it('keeps saying that it looks when the look of the page before ends late', async () => {
  const paths = ['/api/first', '/api/second'] as const;
  for (const path of paths) keepRouteAnswer(path, { status: 404 });
  api = await startFakeApi({ 'GET /api/second': { body: {}, delay: 60_000 } });
  const first = Promise.withResolvers<Response>();
  const fetchNow = globalThis.fetch;
  // The browser reports the end of this aborted request late.
  globalThis.fetch = (input, init) => (input === paths[0] ? first.promise : fetchNow(input, init));
  const { rerender } = render(pageOf(paths[0]));
  rerender(pageOf(paths[1]));
  expect(await screen.findByText('loading')).toBeVisible();
  await act(async () => first.reject(new DOMException('The page was left.', 'AbortError')));
  expect(screen.getByText('loading')).toBeVisible();
});
