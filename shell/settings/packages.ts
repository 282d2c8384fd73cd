import path from 'node:path';
import { repositoryRoot } from './places.ts';

/** `npm run packages` writes squads' packages here, and the server reads them. */
export const packagesFolder = path.join(repositoryRoot, 'kit/dist/packages');

export const packageIndexFile = 'packages.json';

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
  manifest: Record<string, unknown>;
}
