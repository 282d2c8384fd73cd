import type { LoadableRelease } from 'kit/contracts/composition';
import { displayFontCss, displayFontPreload } from 'kit/theme/display-font';
import { type PageData, pageDataElementId } from '../../app/page-data.ts';
import { type PageScript, type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import type { RenderedPage } from '../../platform/index.ts';
import { withoutScriptsHead, withoutScriptsNotice } from './without-scripts.ts';

export interface DocumentParts {
  /** Null when the server could not render the page: the browser does it then. */
  rendered: RenderedPage | null;
  data: PageData;
  scripts: PageScripts;
  /** The inline boot script, which starts the others; null runs them as the document is parsed. */
  boot: string | null;
  /** Release ids by remote that a preview shows; null when it is none. */
  previewed?: Readonly<Record<string, string>> | null;
}

/** The HTML document of a page. Its data blocks are not executable; the boot script is allowed by its hash. */
export function buildDocument({ rendered, data, scripts, boot, previewed = null }: DocumentParts): string {
  const styles = (rendered?.styles ?? []).map(
    ({ key, ids, css }) => `<style data-emotion="${key} ${ids.join(' ')}">${css}</style>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The picture that a page begins with is asked for before the font.
    rendered?.head ?? '',
    displayFontPreload,
    '<meta name="theme-color" content="#0e1b2a"><link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<style>${displayFontCss}</style>`,
    ...styles,
    withoutScriptsHead,
    ...(boot === null ? scripts.entry.map(scriptElement) : []),
    previewed === null ? '' : '<meta name="robots" content="noindex, nofollow">',
    `</head><body>${previewed ? previewBanner(previewed) : ''}<div id="root">${rendered?.html ?? ''}</div>`,
    withoutScriptsNotice(data.site.phone),
    dataBlock(pageDataElementId, withoutRoutes(data)),
    ...(boot === null ? [] : [dataBlock(pageScriptsElementId, scripts), `<script>${boot}</script>`]),
    '</body></html>',
  ].join('');
}

const bannerStyle =
  'position:fixed;inset:auto 1rem 1rem;margin-inline:auto;width:fit-content;z-index:50;' +
  'padding:.5rem 1rem;border-radius:4px;background:#ffb020;color:#0e1b2a;font-size:.875rem;font-weight:600';

/** Outside of the root element: it stays while the visitor navigates, and is no part of the page. */
function previewBanner(previewed: Readonly<Record<string, string>>): string {
  const releases = Object.entries(previewed).map(([remote, id]) => `${remote} ${id}`);
  return `<div role="status" data-preview style="${bannerStyle}">Preview of ${releases.join(', ')}. <a href="/?preview=off" style="color:inherit">Leave the preview</a></div>`;
}

function scriptElement({ href, integrity }: PageScript): string {
  return `<script defer src="${href}" crossorigin="anonymous"${integrity ? ` integrity="${integrity}"` : ''}></script>`;
}

/** Which pages a release has comes with the composition, before the first navigation: 7 kB that no first page reads. */
function withoutRoutes({ remote, ...data }: PageData): PageData {
  if (!remote) return { ...data, remote };
  const { name, live, previous } = remote;
  return { ...data, remote: { name, live: loadable(live), previous: previous && loadable(previous) } };
}

function loadable({ id, entry, globalName, integrity }: LoadableRelease): LoadableRelease {
  return { id, entry, globalName, integrity };
}

function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${jsonForHtml(value)}</script>`;
}

/** JSON that cannot end the element it stands in (HTML standard, section 4.12.1.3). */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
