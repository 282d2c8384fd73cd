/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { publicSiteOf, type SiteConfig, siteConfigSchema } from './site-config.ts';

const { links, stories } = siteConfigSchema.shape;

const story = {
  industry: 'roofing',
  quote: 'We answer the phone again.',
  name: 'Ada Hope',
  position: 'Owner of a roofing company',
  town: 'Provo',
  figure: { value: '3.2x', label: 'as many jobs booked a month' },
  period: 'January to June 2026',
};

describe('links of the site configuration', () => {
  it.each(['https://example.com/privacy', 'http://example.com', '/sitemap.xml', '/blog?page=2'])(
    'take %s',
    (address) => {
      expect(links.safeParse({ blog: address }).success).toBe(true);
    },
  );

  it.each(['javascript:alert(1)', '//example.com', 'privacy.html', 'https:///x', '', '/a b'])(
    'refuse %j',
    (address) => {
      const { error } = links.safeParse({ blog: address });
      expect(error?.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
        'blog: must be an http or https address, or a path such as /privacy',
      ]);
    },
  );

  it('refuse a name that the footer does not have', () => {
    expect(links.safeParse({ myspace: 'https://example.com' }).success).toBe(false);
  });
});

describe('stories of the site configuration', () => {
  it('are three or more, since the home page shows three', () => {
    expect(stories.safeParse([story, story, story]).success).toBe(true);
    expect(stories.safeParse([story, story]).error?.issues[0]?.message).toBe('must hold at least three stories');
  });

  it('each say of what, where and over which time', () => {
    for (const field of Object.keys(story)) {
      const incomplete = { ...story, [field]: undefined };
      expect([field, stories.safeParse([story, story, incomplete]).success]).toEqual([field, false]);
    }
  });
});

describe('the staff of the site configuration', () => {
  const { staff } = siteConfigSchema.shape;
  const openId = { issuer: 'https://id.example', clientId: 'site', groups: { operators: 'operate' } };
  const faultsOf = (changes: object) =>
    staff
      .safeParse({ openId: { ...openId, ...changes } })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

  it('sign in at a provider by https, or on loopback', () => {
    for (const issuer of ['https://id.example/realms/staff', 'http://127.0.0.1:4000', 'http://localhost:4000'])
      expect(faultsOf({ issuer })).toBeUndefined();
    for (const issuer of ['http://id.example', 'http://localhost@id.example', 'id.example', ''])
      expect(faultsOf({ issuer })).toEqual(['openId.issuer: must be an https address']);
  });

  it('have no setting that is misspelt, and at least one group', () => {
    expect(faultsOf({ isuer: 'https://id.example' })).toHaveLength(1);
    expect(faultsOf({ groups: {} })).toEqual(['openId.groups: must name at least one group']);
    expect(faultsOf({ scope: 'profile' })).toEqual(['openId.scope: must contain openid']);
  });

  it('are not in the part that browsers get', () => {
    // The parts that the function reads.
    const site = { demos: { clients: [] }, staff: { twoPersonApproval: true } } as unknown as SiteConfig;
    expect(publicSiteOf(site)).not.toHaveProperty('staff');
  });
});
