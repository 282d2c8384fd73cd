import { fileURLToPath } from 'node:url';

/** What `import` gets of a package. */
export function moduleBuildOf(name: string): string {
  return fileURLToPath(import.meta.resolve(name));
}
