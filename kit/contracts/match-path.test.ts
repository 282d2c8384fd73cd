/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { canonicalSpelling, findRoute, matchesPath } from './match-path.ts';

describe('matching paths', () => {
  it('matches literals without regard to case and trailing slashes, as React Router does', () => {
    expect(matchesPath('/leads', '/leads')).toBe(true);
    expect(matchesPath('/leads', '/LEADS/')).toBe(true);
    expect(matchesPath('/leads', '/leads/more')).toBe(false);
    expect(matchesPath('/', '/')).toBe(true);
    expect(matchesPath('/', '/leads')).toBe(false);
  });

  it('takes one non-empty segment for a parameter', () => {
    expect(matchesPath('/agents/:agentName', '/agents/demo-agent')).toBe(true);
    expect(matchesPath('/agents/:agentName', '/agents')).toBe(false);
    expect(matchesPath('/agents/:agentName', '/agents/a/b')).toBe(false);
  });

  it('spells literals as the route does and leaves parameters as they are', () => {
    expect(canonicalSpelling('/agents/:agentName', '/AGENTS/Demo-Agent/')).toBe('/agents/Demo-Agent');
    expect(canonicalSpelling('/', '/')).toBe('/');
  });

  it('prefers the literal route', () => {
    const routes = [{ path: '/agents/:agentName' }, { path: '/agents/new' }];
    expect(findRoute(routes, '/agents/new')).toBe(routes[1]);
    expect(findRoute(routes, '/agents/other')).toBe(routes[0]);
    expect(findRoute(routes, '/other')).toBeUndefined();
  });

  it('finds a route with known values of its parameters for these alone', () => {
    const routes = [{ path: '/careers/:job', values: { job: ['driver', 'dry cleaner'] } }];
    expect(findRoute(routes, '/careers/driver')).toBe(routes[0]);
    expect(findRoute(routes, '/careers/dry%20cleaner/')).toBe(routes[0]);
    for (const other of ['pilot', 'Driver', 'constructor', '%', 'driver%20']) {
      expect(findRoute(routes, `/careers/${other}`)).toBeUndefined();
    }
  });
});
