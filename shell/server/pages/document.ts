import type { LoadableRelease } from 'kit/contracts/composition';
import { telephoneHref } from 'kit/contracts/telephone';
import { html } from 'kit/server/html';
import { displayFontCss, displayFontPreload } from 'kit/theme/display-font';
import { type PageData, pageDataElementId } from '../../app/page-data.ts';
import { noScriptsReason, type PageScript, type PageScripts, pageScriptsElementId } from '../../app/page-scripts.ts';
import type { Rendering } from '../../platform/index.ts';

export interface DocumentParts {
  /** Null if the server could not render the page; the browser then renders it. */
  rendered: Rendering.RenderedPage | null;
  data: PageData;
  scripts: PageScripts;
  /** The style sheets that the page's release brings. */
  styleSheets?: readonly PageScript[];
  /** The inline boot script, which loads the others. Without it they run while the document is parsed. */
  boot: string | null;
  /** The previewed release ids by remote; null for a page that is not a preview. */
  previewed?: Readonly<Record<string, string>> | null;
}

/** Without scripts, a spinner would spin forever. */
const noScriptStyle = '<noscript><style>[data-part=spinner]{display:none}</style></noscript>';

/**
 * The HTML document of a page. Its data blocks are not executable, and its boot script is allowed by the hash of its text.
 */
export function buildDocument({
  rendered,
  data,
  scripts,
  styleSheets = [],
  boot,
  previewed = null,
}: DocumentParts): string {
  const styles = (rendered?.styles ?? []).map(
    ({ key, ids, css }) => `<style data-emotion="${key} ${ids.join(' ')}">${css}</style>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The head preloads the picture at the top of the page, which browsers should fetch before the font.
    rendered?.head ?? '',
    displayFontPreload,
    '<meta name="theme-color" content="#0e1b2a"><link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<style>${displayFontCss}</style>`,
    ...styles,
    ...styleSheets.map(styleSheetElement),
    noScriptStyle,
    ...(boot === null ? scripts.entry.map(scriptElement) : []),
    previewed === null ? '' : '<meta name="robots" content="noindex, nofollow">',
    `</head><body>${previewed ? previewBanner(previewed) : ''}<div id="root">${rendered?.html ?? ''}</div>`,
    noScriptNotice(data.site.phone),
    dataBlock(pageDataElementId, withoutRoutes(data)),
    ...(boot === null ? [] : [dataBlock(pageScriptsElementId, scripts), `<script>${boot}</script>`]),
    '</body></html>',
  ].join('');
}

const bannerStyle =
  'position:fixed;inset:auto 1rem 1rem;margin-inline:auto;width:fit-content;z-index:50;' +
  'padding:.5rem 1rem;border-radius:4px;background:#ffb020;color:#0e1b2a;font-size:.875rem;font-weight:600';

/** The banner is outside the root element, so it stays when the visitor navigates. */
function previewBanner(previewed: Readonly<Record<string, string>>): string {
  const releases = Object.entries(previewed).map(([remote, id]) => `${remote} ${id}`);
  return `<div role="status" data-preview style="${bannerStyle}">Preview of ${releases.join(', ')}. <a href="/?preview=off" style="color:inherit">Leave the preview</a></div>`;
}

// The notice sticks to the bottom of a window that is high enough, and is below the footer otherwise.
const noticeStyle =
  'position:sticky;bottom:min(0px,(100vh - 30rem)*9);z-index:50;margin:0;padding:.625rem 1.25rem;text-align:center;' +
  'background:#ffb020;color:#0e1b2a;font-size:.9375rem;font-weight:600;line-height:1.45';

/**
 * Tells visitors without scripts at the end of every page what works and what does not. The boot script shows it in
 * browsers that are too old, with that reason in place of {@link noScriptsReason}.
 */
function noScriptNotice(phone: string): string {
  return html`<noscript><p style="${noticeStyle}">${noScriptsReason}: you can read everything, but forms, agent pages and voice
agents do not work. You can also call <a href="${telephoneHref(phone)}" style="color:inherit;white-space:nowrap">${phone}</a>.</p></noscript>`
    .text;
}

function styleSheetElement({ href, integrity }: PageScript): string {
  return `<link rel="stylesheet" href="${href}" integrity="${integrity}">`;
}

function scriptElement({ href, integrity }: PageScript): string {
  return `<script defer src="${href}" crossorigin="anonymous"${integrity ? ` integrity="${integrity}"` : ''}></script>`;
}

/**
 * Leaves the releases' routes out of the page: the first page does not read these 7 kB, and the composition brings them
 * before the first navigation.
 */
function withoutRoutes({ remote, ...data }: PageData): PageData {
  if (!remote) return { ...data, remote };
  const { name, live, previous } = remote;
  return { ...data, remote: { name, live: loadable(live), previous: previous && loadable(previous) } };
}

function loadable({ id, entry, globalName, integrity, policy }: LoadableRelease): LoadableRelease {
  return { id, entry, globalName, integrity, ...(policy && { policy }) };
}

function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${jsonForHtml(value)}</script>`;
}

/** JSON that cannot close the script element around it (HTML standard, section 4.12.1.3). */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
