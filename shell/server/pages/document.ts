import type { PageData } from '../../app/page-data.ts';
import { pageDataElementId } from '../../app/page-data.ts';
import type { RenderedPage } from '../render/render-page.tsx';

/** A script that the page will need, announced before it is asked for. */
export interface ScriptHint {
  href: string;
  integrity: string;
}

export interface DocumentParts {
  /** Null when the server could not render the page: the browser does it then. */
  rendered: RenderedPage | null;
  data: PageData;
  entry: readonly ScriptHint[];
  hints: readonly ScriptHint[];
}

/** The HTML document of a page. It holds no inline script: the data block is not executable. */
export function buildDocument({ rendered, data, entry, hints }: DocumentParts): string {
  const styles = (rendered?.styles ?? []).map(
    ({ key, ids, css }) => `<style data-emotion="${key} ${ids.join(' ')}">${css}</style>`,
  );
  const preloads = hints.map(
    ({ href, integrity }) =>
      `<link rel="preload" as="script" href="${href}" crossorigin="anonymous" integrity="${integrity}">`,
  );
  const scripts = entry.map(
    ({ href, integrity }) => `<script defer src="${href}" crossorigin="anonymous" integrity="${integrity}"></script>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    rendered?.head ?? '',
    ...styles,
    ...preloads,
    `<script type="application/json" id="${pageDataElementId}">${jsonForHtml(data)}</script>`,
    ...scripts,
    `</head><body><div id="root">${rendered?.html ?? ''}</div></body></html>`,
  ].join('');
}

/** JSON that cannot end the element it stands in (HTML standard, section 4.12.1.3). */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
