import path from 'node:path';
import { repositoryRoot } from './places.ts';

/** Where `npm run packages` leaves the packages of squads, and the server finds them. */
export const packagesFolder = path.join(repositoryRoot, 'kit/dist/packages');

/** What lists them there. */
export const packageIndexFile = 'packages.json';

/** One package as the site serves it. */
export interface ServedPackage {
  name: string;
  version: string;
  /** Name of its archive, which goes with its content. */
  file: string;
  bytes: number;
  /** SHA-512 as npm writes it. */
  integrity: string;
  /** SHA-1 in hex, which npm still asks for. */
  shasum: string;
  /** Its `package.json`. */
  manifest: Record<string, unknown>;
}
