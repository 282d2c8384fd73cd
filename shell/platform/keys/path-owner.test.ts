import { describe, expect, it } from '@jest/globals';
import { ownerOfPath, remotesIn } from './rights.ts';

const table = {
  namespaces: [
    { path: '/', remote: 'mf-home' },
    { path: '/shop', remote: 'mf-shop' },
    { path: '/shop/cart', remote: 'mf-cart' },
    { path: '/till', remote: 'mf-cart' },
  ],
  reserved: ['/api', '/healthz'],
};

describe('the owner of a path', () => {
  it.each([
    ['/', 'mf-home'],
    ['/:page', 'mf-home'],
    ['/shopping', 'mf-home'],
    ['/apis', 'mf-home'],
    ['/shop', 'mf-shop'],
    ['/shop/:article', 'mf-shop'],
    ['/shop/carts', 'mf-shop'],
    ['/shop/cart', 'mf-cart'],
    ['/shop/cart/:step', 'mf-cart'],
    ['/till', 'mf-cart'],
  ])('%s is served by %s, whose namespace is the most specific one', (path, remote) => {
    expect(ownerOfPath(table, path)).toBe(remote);
  });

  it.each(['/api', '/api/x', '/healthz', '/robots.txt'])('%s belongs to no remote', (path) => {
    expect(ownerOfPath(table, path)).toBeNull();
  });

  it('is nobody where no namespace reaches', () => {
    expect(ownerOfPath({ namespaces: [{ path: '/shop', remote: 'mf-shop' }], reserved: [] }, '/')).toBeNull();
  });

  it('is one of the remotes that the table names, each of which counts once', () => {
    expect(remotesIn(table.namespaces)).toEqual(['mf-home', 'mf-shop', 'mf-cart']);
  });
});
