import { describe, expect, it } from '@jest/globals';
import { siteConfigSchema } from './site-config.ts';

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
