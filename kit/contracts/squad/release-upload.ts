/**
 * The body of `PUT /_platform/api/v1/remotes/<remote>/releases/<id>`, in frames. Each frame is a line in ASCII that ends with a
 * line feed, and as many bytes as it says:
 *
 *     publication <bytes>                       the JSON of `publicationSchema`, first, exactly once
 *     file <integrity> <offset> <bytes>         these bytes of a file from the offset on
 *
 * An upload may hold no file, to ask what is missing, some, or all; whatever came whole before a connection broke stays.
 */
export const uploadContentType = 'application/vnd.beaconfield.release-upload';

/** The line before the publication. */
export function writePublicationLine(bytes: number): string {
  return `publication ${bytes}\n`;
}

/** The line before some bytes of a file. */
export function writeFileLine({ integrity, offset, bytes }: FileFrame): string {
  return `file ${integrity} ${offset} ${bytes}\n`;
}

export interface FileFrame {
  integrity: string;
  offset: number;
  bytes: number;
}

export type UploadLine = { kind: 'publication'; bytes: number } | ({ kind: 'file' } & FileFrame);

/** No line is longer, in bytes. */
export const longestUploadLine = 128;

/** Null for what is no line of an upload. */
export function parseUploadLine(line: string): UploadLine | null {
  const publication = /^publication (\d{1,9})$/.exec(line);
  if (publication) return { kind: 'publication', bytes: Number(publication[1]) };
  const [, integrity = '', offset, bytes] = /^file (sha384-[A-Za-z0-9+/]{64}) (\d{1,9}) (\d{1,9})$/.exec(line) ?? [];
  return integrity ? { kind: 'file', integrity, offset: Number(offset), bytes: Number(bytes) } : null;
}
