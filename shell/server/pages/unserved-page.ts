import type { SiteConfig } from 'kit/contracts/site-config';
import { telephoneHref } from 'kit/contracts/telephone';
import { html } from '../http/html.ts';
import type { Answer } from '../http/respond.ts';
import { buildNoticePage } from './notice-page.ts';

/** Visitors are asked to come back after this long, in seconds. */
const retryAfter = 60;

/**
 * What stands for the pages of a remote that has no release to serve: they are not gone, so it is no 404, which search
 * engines would take them out for.
 */
export function buildUnservedPage({ brand, phone }: Pick<SiteConfig, 'brand' | 'phone'>): Answer {
  const text = html`This part of the site is being worked on. Please try again in a few minutes, or call us:
<a href="${telephoneHref(phone)}">${phone}</a>. <a href="/">Back to the home page</a>.`;
  const page = buildNoticePage({ brand }, { status: 503, title: 'This page is not available right now', text });
  return { ...page, headers: { ...page.headers, 'Retry-After': String(retryAfter) } };
}

/** What stands for the pages of a remote that people took off the site: they are not here until somebody restores them. */
export function buildWithdrawnPage({ brand, phone }: Pick<SiteConfig, 'brand' | 'phone'>): Answer {
  const text = html`We have taken this part of our site offline for now. If you were looking for something here, please call us:
<a href="${telephoneHref(phone)}">${phone}</a>. <a href="/">Back to the home page</a>.`;
  return buildNoticePage({ brand }, { status: 404, title: 'This page is not available', text });
}
