/** Folder of a release with the source maps of its scripts: for staff alone, like the server bundle. */
const folder = 'maps/';

export function isSourceMap(file: string): boolean {
  return file.startsWith(folder);
}

/** `browser/page-portal.js` -> `maps/page-portal.js.map`. */
export function sourceMapOf(script: string): string {
  return `${folder}${script.replace(/^browser\//, '')}.map`;
}
