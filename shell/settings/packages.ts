import path from 'node:path';
import { repositoryRoot } from './places.ts';

/** `npm run packages` writes squads' packages here, and the server reads them. */
export const packagesFolder = path.join(repositoryRoot, 'kit/dist/packages');

/** The index of that folder. */
export const packageIndexFile = 'packages.json';

/** One package as the site serves it. */
export interface ServedPackage {
  name: string;
  version: string;
  /** The archive's name, which changes with its content. */
  file: string;
  bytes: number;
  /** SHA-512 in npm's notation. */
  integrity: string;
  /** SHA-1 in hex, which npm still requires. */
  shasum: string;
  /** The package's `package.json`. */
  manifest: Record<string, unknown>;
}
