import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path, { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import {
  maxOriginLength,
  type ReleaseRecord,
  releaseRecordFields,
  releaseRecordSchema,
} from '../../contracts/release.ts';
import { releaseLimits } from '../../contracts/squad/limits.ts';
import { integrityOf, releaseIdOf } from './content-id.ts';
import { listFiles } from './list-files.ts';
import { parseWithWords } from './parse-with-words.ts';

// All files of a release are public, or at least visible to staff.

const secretFiles = /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|id_(?:rsa|ed25519|ecdsa)|.+\.(?:pem|key|p12|pfx))$/i;

/** Secret formats that their vendors document. Keys that are meant for browsers, such as those of maps, are not secrets. */
const formats: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\s|\\r|\\n)*[A-Za-z0-9+/]{40}/],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})\b/],
  ['a token of GitLab', /\bglpat-[\w-]{20,}/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{20,}/],
  ['a secret key of Stripe', /\b[rs]k_live_[A-Za-z0-9]{24,}/],
  ['a secret key of OpenAI', /\bsk-proj-[\w-]{40,}/],
  ['a secret key of Anthropic', /\bsk-ant-[\w-]{40,}/],
];

/** Finds a secret in a file of a release. @returns a description for the end of a sentence, or null */
export function findSecret(file: string, content: Buffer): string | null {
  const name = path.basename(file);
  if (secretFiles.test(name)) return `a file "${name}", which is where secrets are kept`;
  const text = content.toString('latin1');
  return formats.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** The description of a build in its output folder. Its paths are relative to that folder. */
const buildOutputFile = 'build.json';

const buildOutputSchema = z.pick(releaseRecordFields, {
  remote: true,
  version: true,
  entry: true,
  globalName: true,
  serverEntry: true,
  routes: true,
  chunks: true,
  needs: true,
  origins: true,
  slots: true,
});

const { bytes: maxBytes, files: maxFiles } = releaseLimits;

/** A build cannot become a release. The message is one sentence with the reason. */
export class BuildOutputError extends Error {
  override readonly name = 'BuildOutputError';
}

export interface AssembledRelease {
  record: ReleaseRecord;
  files: Map<string, Buffer>;
}

/**
 * Reads the output folder of a remote's build (`<remote>/dist`) and makes its release record: SHA-384 and size of every
 * file, the id, which depends on them, and the commit.
 * @throws BuildOutputError
 */
export async function assembleRelease(distFolder: string): Promise<AssembledRelease> {
  const output = await readBuildOutput(distFolder);
  const files = new Map<string, Buffer>();
  try {
    const paths = await listFiles(distFolder);
    await checkExtent(distFolder, paths);
    for (const path of paths) {
      if (path === buildOutputFile) continue;
      const content = await readFile(join(distFolder, path));
      const secret = findSecret(path, content);
      if (secret !== null) throw new Error(secretSentence(path, secret));
      files.set(path, content);
    }
    const hashes = Object.fromEntries(
      [...files].map(([path, content]) => [path, { integrity: integrityOf(content), bytes: content.length }]),
    );
    const record = parseWithWords(releaseRecordSchema, {
      ...output,
      id: releaseIdOf(output.version, hashes),
      ...(await originOf(distFolder)),
      builtAt: (await stat(join(distFolder, buildOutputFile))).mtime.toISOString(),
      files: hashes,
    });
    checkNamedFiles(record);
    return { record, files };
  } catch (error) {
    throw damagedOutput(distFolder, error);
  }
}

function secretSentence(path: string, secret: string): string {
  const remedy = 'take it out of the source, and have it replaced if it was ever published';
  return `${path} holds ${secret}, and every visitor of the site can read the files of a release: ${remedy}`;
}

async function readBuildOutput(distFolder: string) {
  const path = join(distFolder, buildOutputFile);
  try {
    return parseWithWords(buildOutputSchema, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const isMissing = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw damagedOutput(path, error);
    throw new BuildOutputError(`There is no build at ${distFolder} (no ${buildOutputFile}): build it first.`);
  }
}

async function checkExtent(folder: string, paths: readonly string[]): Promise<void> {
  if (paths.length > maxFiles) throw new Error(`it has ${paths.length} files; a release has at most ${maxFiles}`);
  const files = await Promise.all(paths.map(async (path) => ({ path, size: (await stat(join(folder, path))).size })));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= maxBytes) return;
  const largest = files.toSorted((one, other) => other.size - one.size)[0]?.path;
  throw new Error(
    `it has ${Math.round(total / 1e6)} MB, most of it in ${largest}; a release has at most ${maxBytes / 1e6} MB`,
  );
}

/**
 * @throws BuildOutputError if the record names a file that is not in the release, or if two files are the same file on some
 * disks.
 */
export function checkNamedFiles(record: ReleaseRecord): void {
  checkPlaces(Object.keys(record.files));
  const { boot, entry = [], provides = {} } = record.shell ?? {};
  const ofShell = [...(boot === undefined ? [] : [boot]), ...entry, ...Object.values(provides).flat()];
  const named = [record.entry, record.serverEntry, ...Object.values(record.chunks).flat(), ...ofShell];
  const missing = named.filter((path) => !Object.hasOwn(record.files, path));
  if (missing.length > 0) throw new Error(`it names ${[...new Set(missing)].join(', ')}, which it does not hold`);
  const withoutChunk = record.routes.filter(({ chunk }) => !Object.hasOwn(record.chunks, chunk));
  if (withoutChunk.length > 0) {
    const list = withoutChunk.map(({ path, chunk }) => `${path} (${chunk})`).join(', ');
    throw new Error(`it has no files for the chunk of ${list}`);
  }
}

const reservedNames = ['release.json', 'release.sig'];

/** Some file systems treat `A.js` and `a.js` as one file, and no folder can have both a file `a` and a file `a/b`. */
function checkPlaces(paths: readonly string[]): void {
  const places = new Map<string, string>();
  for (const path of paths) {
    const place = path.toLowerCase();
    const twin = places.get(place);
    if (twin !== undefined) throw new Error(`${twin} and ${path} are one file on some disks`);
    if (reservedNames.includes(place)) throw new Error(`no file of a release can be called ${path}`);
    places.set(place, path);
  }
  for (const [place, path] of places) {
    const parts = place.split('/');
    const folders = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
    const asFile = folders.map((folder) => places.get(folder)).find((file) => file !== undefined);
    if (asFile !== undefined) throw new Error(`${asFile} is a file, and a folder with ${path} in it`);
  }
}

/** The origin of a release, as in its record. */
type Origin = Pick<ReleaseRecord, 'commit' | 'author' | 'pullRequest'>;

/**
 * Reads the commit of a folder, with `-dirty` if the working tree differs and null outside of a repository, and its author and
 * pull request from git or from the variables of common CI systems. None of this is part of the release id, so the same
 * content has the same id in every build.
 */
export async function originOf(
  folder: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Origin> {
  const ask = async (...words: string[]) => {
    const result = await promisify(execFile)('git', words, { cwd: folder }).catch(() => null);
    return result?.stdout.trim() ?? '';
  };
  const commit = await ask('describe', '--always', '--dirty', '--abbrev=40', '--exclude=*');
  const [author = '', message = ''] = commit ? (await ask('log', '-1', '--format=%an%x00%B')).split('\0') : [];
  const named = bounded(author || authorIn(environment));
  const pullRequest = bounded(pullRequestIn(environment) || pullRequestOf(message));
  return { commit: commit || null, ...(named && { author: named }), ...(pullRequest && { pullRequest }) };
}

/** The variables of GitHub, GitLab, Azure Pipelines, CircleCI and Jenkins. */
function authorIn(environment: Readonly<Record<string, string | undefined>>): string {
  const { GITHUB_ACTOR, GITLAB_USER_NAME, BUILD_REQUESTEDFOR, CIRCLE_USERNAME, CHANGE_AUTHOR } = environment;
  return GITHUB_ACTOR || GITLAB_USER_NAME || BUILD_REQUESTEDFOR || CIRCLE_USERNAME || CHANGE_AUTHOR || '';
}

function pullRequestIn(environment: Readonly<Record<string, string | undefined>>): string {
  const { GITHUB_REF = '', CI_MERGE_REQUEST_IID, CIRCLE_PULL_REQUEST, CHANGE_ID, BITBUCKET_PR_ID } = environment;
  const onGitHub = /^refs\/pull\/(\d+)\//.exec(GITHUB_REF)?.[1];
  const number = onGitHub || environment.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER || BITBUCKET_PR_ID || CHANGE_ID;
  if (number) return `#${number}`;
  return CI_MERGE_REQUEST_IID ? `!${CI_MERGE_REQUEST_IID}` : (CIRCLE_PULL_REQUEST ?? '');
}

/** Reads the pull request from the message that GitHub and GitLab give a merged commit. */
function pullRequestOf(message: string): string {
  const [subject = ''] = message.split('\n');
  const number = /^Merge pull request #(\d+)/.exec(subject)?.[1] ?? /\(#(\d+)\)$/.exec(subject)?.[1];
  if (number) return `#${number}`;
  const merged = /^See merge request \S*!(\d+)$/m.exec(message)?.[1];
  return merged ? `!${merged}` : '';
}

/** Removes invisible characters, because some of them change the direction of text, and limits the length. */
function bounded(text: string): string {
  return text.replaceAll(/\p{C}/gu, '').trim().slice(0, maxOriginLength);
}

function damagedOutput(path: string, error: unknown): BuildOutputError {
  const cause = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return new BuildOutputError(`The build output ${path} cannot become a release: ${cause}`, { cause: error });
}
