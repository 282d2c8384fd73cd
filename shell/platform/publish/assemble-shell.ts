import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseRecordSchema } from 'kit/contracts/release';
import { shellName } from 'kit/contracts/shell-name';
import { type AssembledRelease, checkNamedFiles, commitOf } from 'kit/squad/release/assemble-release';
import { integrityOf, releaseIdOf } from 'kit/squad/release/content-id';
import { listFiles } from 'kit/squad/release/list-files';
import { parseWithWords } from 'kit/squad/release/parse-with-words';
import * as z from 'zod/mini';
import { fileErrorCode } from '../file-error-code.ts';
import { messageOf } from '../message-of.ts';
import { ReleaseError } from '../release-error.ts';

/** What the host's build leaves in its output folder, and says of itself there. */
const buildFile = 'shell-build.json';
const bootFile = 'boot/boot.js';
const rendererFile = 'server/render.cjs';
const browserFolder = 'browser';

const shellBuildSchema = z.strictObject({
  version: z.string(),
  documents: z.int(),
  sharedModules: z.record(z.string(), z.string()),
  entry: z.array(z.string()),
  provides: z.record(z.string(), z.array(z.string())),
});

/**
 * Reads the output folder of the host's build and makes its release record. Browser files keep the names that they ask for
 * each other by, and the brotli forms that the build left beside them.
 *
 * @throws ReleaseError `build-output`
 */
export async function assembleShell(folder: string): Promise<AssembledRelease> {
  try {
    const text = await readFile(join(folder, buildFile), 'utf8');
    const { version, ...parts } = parseWithWords(shellBuildSchema, JSON.parse(text));
    const files = await readFiles(folder);
    const hashes = Object.fromEntries(
      [...files].map(([path, content]) => [path, { integrity: integrityOf(content), bytes: content.length }]),
    );
    const record = parseWithWords(releaseRecordSchema, {
      remote: shellName,
      id: releaseIdOf(version, hashes),
      version,
      commit: await commitOf(folder),
      builtAt: (await stat(join(folder, buildFile))).mtime.toISOString(),
      entry: parts.entry[0] ?? '',
      globalName: shellName,
      serverEntry: rendererFile,
      routes: [],
      files: hashes,
      chunks: {},
      needs: {},
      shell: { ...parts, boot: bootFile },
    });
    checkNamedFiles(record);
    return { record, files };
  } catch (error) {
    const sentence =
      fileErrorCode(error) === 'ENOENT'
        ? `There is no whole build of the shell at ${folder}: build it first (npm run build -w shell).`
        : `The build output ${folder} cannot become a release of the shell: ${messageOf(error)}`;
    throw new ReleaseError('build-output', sentence, { cause: error });
  }
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const inBrowser = await listFiles(join(folder, browserFolder));
  const named = [
    ...inBrowser.map((name) => [name, join(browserFolder, name)] as const),
    ...[buildFile, bootFile, rendererFile].map((name) => [name, name] as const),
  ];
  return new Map(
    await Promise.all(named.map(async ([name, file]) => [name, await readFile(join(folder, file))] as const)),
  );
}
