import { readFileSync } from 'node:fs';

/** Of this project: the same two folders up from the source and from the build of this file. */
export function projectVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}

/** The kind of machine that the files of a database belong to. */
export function platform(): string {
  return `${process.platform}-${process.arch}`;
}
