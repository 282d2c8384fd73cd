import { telephoneHref } from 'kit/contracts/telephone';
import { noScriptsReason } from '../../app/page-scripts.ts';
import { html } from '../http/html.ts';

/** Head of a page in browsers without scripts: what waits for a script would wait for ever. */
export const withoutScriptsHead = '<noscript><style>[data-part=spinner]{display:none}</style></noscript>';

// At the window's lower edge where that leaves room to read, behind the footer always.
const noticeStyle =
  'position:sticky;bottom:min(0px,(100vh - 30rem)*9);z-index:50;margin:0;padding:.625rem 1.25rem;text-align:center;' +
  'background:#ffb020;color:#0e1b2a;font-size:.9375rem;font-weight:600;line-height:1.45';

/**
 * Says to browsers without scripts, at the end of every page, what does not work, and what does. The boot script shows
 * it in browsers that are too old, with that reason in place of {@link noScriptsReason}.
 */
export function withoutScriptsNotice(phone: string): string {
  return html`<noscript><p style="${noticeStyle}">${noScriptsReason}: you can read everything, but forms, agent pages and voice
agents do not work. You can also call <a href="${telephoneHref(phone)}" style="color:inherit;white-space:nowrap">${phone}</a>.</p></noscript>`
    .text;
}
