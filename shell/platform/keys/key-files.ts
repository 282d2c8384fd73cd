import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileOnce } from '../storage/durable-files.ts';
import { fileErrorCode, messageOf, ReleaseError } from '../storage/release-error.ts';

/** How a file is made that only its owner may read. */
export const privateFile = { mode: 0o600, folderMode: 0o700 };

/** Reads a secret, or makes it first. Of two processes that make it at once, both get the same one. */
export async function readOrCreateSecret(keysFolder: string, name: string, create: () => string): Promise<string> {
  const path = join(keysFolder, name);
  const known = await readSecret(path);
  if (known !== null) return known;
  await createFileOnce(path, create(), privateFile);
  return (await readSecret(path)) ?? '';
}

/** Null when there is no such file. */
export async function readSecret(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return null;
    throw new ReleaseError('keys', `The key ${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * The key that preview links are signed with; every shell server over the same data uses the same one. Where they share no
 * folder, each is given it in hex (`PREVIEW_KEY`).
 */
export function ensurePreviewKey(keysFolder: string, given?: string): Promise<Buffer> {
  return given ? parseGivenKey(given, 'PREVIEW_KEY') : ensureKey(keysFolder, 'preview.key');
}

/** The key that the tokens of page views are sealed with; the same on every shell server, too (`VIEW_KEY`). */
export function ensureViewKey(keysFolder: string, given?: string): Promise<Buffer> {
  return given ? parseGivenKey(given, 'VIEW_KEY') : ensureKey(keysFolder, 'views.key');
}

/** The key that the staff page's questions to the API are sealed with; shell servers and API have the same one (`OFFICE_KEY`). */
export function ensureOfficeKey(keysFolder: string, given?: string): Promise<Buffer> {
  return given ? parseGivenKey(given, 'OFFICE_KEY') : ensureKey(keysFolder, 'office.key');
}

async function parseGivenKey(hex: string, variable: string): Promise<Buffer> {
  if (/^[0-9a-f]{64}$/i.test(hex)) return Buffer.from(hex, 'hex');
  throw new ReleaseError('keys', `${variable} must be 64 hexadecimal digits: "openssl rand -hex 32" makes such a key.`);
}

async function ensureKey(keysFolder: string, name: string): Promise<Buffer> {
  const key = Buffer.from(await readOrCreateSecret(keysFolder, name, () => randomBytes(32).toString('hex')), 'hex');
  if (key.length === 32) return key;
  throw new ReleaseError('keys', `The key ${join(keysFolder, name)} is damaged: remove it and a new one is made.`);
}

/** The files of an installation's keys. Processes that serve need the first two; whoever signs has the others. */
export interface KeyPlaces {
  /** The public half of the root key, which every server is started with. */
  root: string;
  /** Signs what a shell server does by itself or for staff: steps back, nothing else. */
  guard: string;
  /** Signs what is done by commands: releases and switches. */
  signer: string;
  /** Signs the list of keys and their rights. */
  rootSigner: string;
}

/** Where `npm start` keeps them: private keys of people in a folder of their own, so that it can be kept elsewhere. */
export function keyPlacesIn(keysFolder: string): KeyPlaces {
  return {
    root: join(keysFolder, 'root.pub'),
    guard: join(keysFolder, 'guard.pem'),
    signer: join(keysFolder, 'private/site.pem'),
    rootSigner: join(keysFolder, 'private/root.pem'),
  };
}
