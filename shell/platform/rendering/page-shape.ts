import type { RenderedPage } from './host-bundle.ts';

/** What a host hoists into the head. No part of it takes longer the longer a text is that goes on without an end. */
const headElement = /<title[^<>]*>[^<]*<\/title>|<(?<name>meta|link)(?<attributes>[\s/][^<>]*)>/y;
const quoted = /"[^"]*"/g;
const address = /[\s/]href="(?<href>[^"]*)"/;
/** Of this site, or of a place on the web: nothing that holds a page, or runs, by itself. */
const plainAddress = /^(?:\/(?!\/)|https?:\/\/)/;
/** What turns every address of a document, or leads away from it, wherever it stands. */
const commands = /<base[\s/>]|<meta[^<>]*http-equiv/i;

/**
 * Why what a renderer answered cannot stand in a document of the host, as the end of a sentence; null when it can. The code of
 * a release makes every text of it: what is written into the head, and into elements of the host, ends where the host ends it.
 */
export function shapeFault({ head, html, styles }: RenderedPage): string | null {
  if (commands.test(html)) return 'its markup has a base or a meta http-equiv element';
  for (const { key, ids, css } of styles) {
    const isNamed = [key, ...ids].every((name) => /^[\w-]*$/.test(name));
    if (!isNamed || /<\/style/i.test(css)) return 'its styles end their element';
  }
  headElement.lastIndex = 0;
  while (headElement.lastIndex < head.length) {
    const { groups } = headElement.exec(head) ?? {};
    if (!groups) return 'its head holds more than title, meta and link elements';
    const { name, attributes = '' } = groups;
    if (name === 'meta' && /http-equiv/i.test(attributes.replace(quoted, '""')))
      return 'its head has a meta http-equiv';
    const href = name === 'link' ? (address.exec(attributes)?.groups?.href ?? '/') : '/';
    if (!plainAddress.test(href)) return `its head links to ${href.slice(0, 40)}`;
  }
  return null;
}
