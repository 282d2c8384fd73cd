/**
 * The body of `PUT /_platform/api/v1/remotes/<remote>/releases/<id>`, in frames. Each frame is an ASCII line that ends with
 * a line feed, followed by as many bytes as the line states:
 *
 *     publication <bytes>                       the JSON of `publicationSchema`, first, exactly once
 *     file <integrity> <offset> <bytes>         these bytes of a file from the offset on
 *
 * An upload may hold no file (to ask what is missing), some, or all. Complete files stay when a connection breaks.
 */
export const uploadContentType = 'application/vnd.beaconfield.release-upload';

export function writePublicationLine(bytes: number): string {
  return `publication ${bytes}\n`;
}

export function writeFileLine({ integrity, offset, bytes }: FileFrame): string {
  return `file ${integrity} ${offset} ${bytes}\n`;
}

export interface FileFrame {
  integrity: string;
  offset: number;
  bytes: number;
}

export type UploadLine = { kind: 'publication'; bytes: number } | ({ kind: 'file' } & FileFrame);

/** The longest valid line, in bytes. */
export const longestUploadLine = 128;

/** @returns null for an invalid line. */
export function parseUploadLine(line: string): UploadLine | null {
  const publication = /^publication (\d{1,9})$/.exec(line);
  if (publication) return { kind: 'publication', bytes: Number(publication[1]) };
  const [, integrity = '', offset, bytes] = /^file (sha384-[A-Za-z0-9+/]{64}) (\d{1,9}) (\d{1,9})$/.exec(line) ?? [];
  return integrity ? { kind: 'file', integrity, offset: Number(offset), bytes: Number(bytes) } : null;
}
