import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ownerOfPath } from 'kit/squad/rules/path-owner';
import { firstNamespaces, knownRemotes, reservedPaths } from './namespaces.ts';

const pathTable = { namespaces: firstNamespaces, reserved: reservedPaths };

describe('the owner of a path', () => {
  it.each([
    ['/', 'mf-marketing'],
    ['/hvac', 'mf-marketing'],
    ['/industries/:industry', 'mf-marketing'],
    ['/services', 'mf-marketing'],
    ['/services/exotic-cars', 'mf-marketing'],
    ['/services/exotic-car-intake', 'mf-intake'],
    ['/services/exotic-car-intake/done', 'mf-intake'],
    ['/exotics-intake', 'mf-intake'],
    ['/leads', 'mf-marketplace'],
    ['/leadsx', 'mf-marketing'],
    ['/agents/:agentName', 'mf-agents'],
    ['/my-agent', 'mf-agents'],
    ['/ai-agent-demo', 'mf-agents'],
    ['/ai-agent-packages', 'mf-agents'],
    ['/custom-ai-agent', 'mf-agents'],
    ['/click-demos', 'mf-demos'],
    ['/apis', 'mf-marketing'],
  ])('%s is served by %s', (path, remote) => {
    expect(ownerOfPath(pathTable, path)).toBe(remote);
  });

  it.each([
    '/api',
    '/api/leads',
    '/remotes/mf-agents/x',
    '/shell/main.js',
    '/composition/3.json',
    '/attached_assets/a.png',
    '/_ops',
    '/healthz',
    '/robots.txt',
    '/sitemap.xml',
  ])('%s belongs to no remote', (path) => {
    expect(ownerOfPath(pathTable, path)).toBeNull();
  });

  it('knows each remote of the repository, and no other', () => {
    const folders = readdirSync(path.join(import.meta.dirname, '../..')).filter((name) => name.startsWith('mf-'));
    expect(folders).toContain('mf-marketing');
    expect(knownRemotes.toSorted()).toEqual(folders.toSorted());
  });
});
