/** One object, as a listing tells of it. */
export interface ListedObject {
  key: string;
  etag: string;
  /** By the store's clock, in milliseconds since 1970. */
  modified: number;
  bytes: number;
}

export interface ListPage {
  objects: ListedObject[];
  /** What stands before the delimiter, for keys that have one. */
  folders: string[];
  /** Asks for the next page; null after the last. */
  next: string | null;
}

/** Reads an answer of ListObjectsV2 whose keys are encoded as in addresses (`encoding-type=url`). */
export function parseListPage(xml: string): ListPage {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, part = '']) => ({
    key: decodeKey(textOf(part, 'Key')),
    etag: withoutQuotes(unescapeXml(textOf(part, 'ETag'))),
    modified: Date.parse(textOf(part, 'LastModified')),
    bytes: Number(textOf(part, 'Size')),
  }));
  const folders = [...xml.matchAll(/<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs)].map(([, part = '']) =>
    decodeKey(textOf(part, 'Prefix')),
  );
  const isCut = textOf(xml, 'IsTruncated') === 'true';
  return { objects, folders, next: isCut ? unescapeXml(textOf(xml, 'NextContinuationToken')) || null : null };
}

export function withoutQuotes(etag: string): string {
  return etag.replaceAll('"', '');
}

function textOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}

function decodeKey(key: string): string {
  return decodeURIComponent(unescapeXml(key).replaceAll('+', ' '));
}

const entities: Record<string, string> = { quot: '"', amp: '&', apos: "'", lt: '<', gt: '>', '#34': '"', '#39': "'" };

function unescapeXml(text: string): string {
  return text.replaceAll(/&([^;]+);/g, (whole, name: string) => entities[name] ?? whole);
}
