import { expect, it, jest } from '@jest/globals';
import { matchRoutes } from 'react-router';
import { currentRoute } from './pages.tsx';

it.each([
  ['/', '/'],
  ['/leads', '/leads'],
  ['/leads', '/leads/'],
  ['/ppc-advertising', '/PPC-Advertising'],
  ['/agents/:agentName', '/agents/demo-agent'],
  ['/agents/:agentName', '/Agents/Demo/'],
  ['/a/:one/b/:two', '/a/1/b/2'],
])('%s at %s is what React Router makes of it', (path, pathname) => {
  const [match] = matchRoutes([{ path }], pathname) ?? [];
  expect(currentRoute(path, pathname).matches).toEqual([match]);
});

it.each(['/agents/a%20b', '/agents/a%2Fb', '/agents/%C3%A9', '/agents/100%', '/agents/%E0%A4%A'])(
  'parameters of %s are decoded as React Router does it',
  (pathname) => {
    // It says so where it cannot.
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const [match] = matchRoutes([{ path: '/agents/:name' }], pathname) ?? [];
    expect(currentRoute('/agents/:name', pathname).matches[0]?.params).toEqual(match?.params);
  },
);

it('has nothing but the address where no route is', () => {
  expect(currentRoute(null, '/nowhere').matches).toMatchObject([
    { params: {}, pathname: '/nowhere', pathnameBase: '/' },
  ]);
});
