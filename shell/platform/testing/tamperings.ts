import { execFile } from 'node:child_process';
import { rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ReleaseRecord } from 'kit/contracts/release';
import type { Tampering } from './tamper.ts';

/** What may be wrong with a record that a trusted publisher signed, the rule that finds it, what it says, and the wrong part. */
const wrongRecords: [string, string, RegExp, (record: ReleaseRecord) => object][] = [
  ['another version than its id says', 'files', /make the id 9\.9\.9-/, () => ({ version: '9.9.9' })],
  ['an unknown field', 'record', /Unrecognized key/, () => ({ extra: 1 })],
  ['no files in its record', 'record', /files/, () => ({ files: undefined })],
  ['a path that leads out', 'record', /files/, ({ files }) => ({ files: { '../x.js': files['server/remote.cjs'] } })],
  ['an absolute path', 'record', /entry/, () => ({ entry: '/remoteEntry.js' })],
  ['a hash of another kind', 'record', /integrity/, () => ({ files: { 'a.js': { integrity: 'sha1-abc', bytes: 1 } } })],
  [
    'another remote in its record',
    'record',
    /it is of mf-demos/,
    () => ({ remote: 'mf-demos', globalName: 'mf_demos' }),
  ],
  ['another id in its record', 'record', /it is of mf-agents 1\.0\.0-00000000/, () => ({ id: '1.0.0-00000000' })],
  ['an entry that it does not hold', 'record', /names browser\/none\.js/, () => ({ entry: 'browser/none.js' })],
  [
    'a server entry that it does not hold',
    'files',
    /server\/remote\.cjs .* is missing/,
    () => ({ serverEntry: 'server/none.cjs' }),
  ],
  [
    'a chunk file that it does not hold',
    'record',
    /names browser\/none\.js/,
    ({ chunks }) => ({ chunks: { ...chunks, remote: ['browser/none.js'] } }),
  ],
  ["a global that is the browser's", 'record', /globalName: must be the remote's own/, () => ({ globalName: 'fetch' })],
  [
    "a global that is another remote's",
    'record',
    /globalName: must be the remote's own/,
    () => ({ globalName: 'mf_intake' }),
  ],
  [
    'more routes than a site has',
    'record',
    /routes/,
    ({ routes }) => ({ routes: Array.from({ length: 201 }, () => routes[0]) }),
  ],
  ['a search value as long as a book', 'record', /routes/, searchOf({ q: ['x'.repeat(201)] })],
  ['more search values than a page knows', 'record', /routes/, searchOf({ q: numbered(101) })],
  [
    'more search parameters than a page has',
    'record',
    /at most 20 parameters/,
    searchOf(Object.fromEntries(numbered(21).map((name) => [`p${name}`, ['x']]))),
  ],
  [
    'routes that weigh more than its pages',
    'record-budget',
    /The routes in release\.json take \d+\.\d kB; the budget is 40\.0 kB/,
    searchOf(Object.fromEntries(['a', 'b', 'c'].map((name) => [name, numbered(100, ` ${'x'.repeat(150)}`)]))),
  ],
  ['a page without a chunk', 'record', /chunk of \/my-agent/, () => ({ chunks: {} })],
  ...['browser/%2e%2e/x.js', 'browser\\..\\x.js', 'C:/x.js', 'browser/x.js\0.txt', 'browser//x.js', './x.js'].map(
    (path): (typeof wrongRecords)[number] => [
      `the path ${JSON.stringify(path)}`,
      'record',
      /files/,
      ({ files, serverEntry }) => ({ files: { ...files, [path]: files[serverEntry] } }),
    ],
  ),
];

/** What may be wrong with a release in the store, the rule that finds it, what it says, and how to do it. */
export const tamperings: [string, string, RegExp, (release: Tampering) => Promise<unknown>][] = [
  ['a missing file', 'files', /server\/remote\.cjs .* is missing/, ({ remove }) => remove('server/remote.cjs')],
  [
    'an added file',
    'files',
    /browser\/evil\.js of .* is not in its record/,
    ({ fileOf }) => writeFile(fileOf('browser/evil.js'), ''),
  ],
  [
    'a link among its files',
    'files',
    /browser\/link\.js of .* is not in its record/,
    ({ fileOf }) => symlink('/etc/hostname', fileOf('browser/link.js')),
  ],
  [
    'a pipe instead of a file, which never ends',
    'files',
    /picture\.svg .* cannot be used: .*it is not a regular file/,
    async ({ fileOf, remove }) => {
      await remove('browser/picture.svg');
      await promisify(execFile)('mkfifo', [fileOf('browser/picture.svg')]);
    },
  ],
  [
    'a link instead of a file',
    'files',
    /picture\.svg .* cannot be used: .*it is a link/,
    async ({ fileOf, remove }) => {
      await remove('browser/picture.svg');
      await symlink('/dev/zero', fileOf('browser/picture.svg'));
    },
  ],
  [
    'a file that has become huge',
    'files',
    /picture\.svg .* is not what was published/,
    ({ fileOf }) => truncate(fileOf('browser/picture.svg'), 3_000_000_000),
  ],
  [
    'a record that leads elsewhere',
    'record',
    /is damaged: .*it is a link/,
    async ({ commitFile }) => {
      await rm(commitFile);
      await symlink('/dev/zero', commitFile);
    },
  ],
  [
    'a cut file',
    'files',
    /remoteEntry\.js/,
    ({ overwrite }) => overwrite('browser/remoteEntry.js', (content) => content.subarray(0, 5)),
  ],
  ['an emptied file', 'files', /remoteEntry\.js/, ({ overwrite }) => overwrite('browser/remoteEntry.js', () => '')],
  ['hashes that do not make its id', 'files', /make the id .* not/, withoutPicture],
  [
    'a record that is no JSON',
    'record',
    /is damaged/,
    ({ overwriteText }) => overwriteText('record', (text) => text.slice(9)),
  ],
  ['an empty record', 'record', /is damaged/, ({ overwriteText }) => overwriteText('record', () => '')],
  ['an emptied commit', 'record', /is damaged/, ({ commitFile }) => writeFile(commitFile, '')],
  ...wrongRecords.map(([name, rule, problem, change]): (typeof tamperings)[number] => [
    name,
    rule,
    problem,
    ({ changeRecord }) => changeRecord((record) => ({ ...record, ...change(record) })),
  ]),
];

function numbered(length: number, words = ''): string[] {
  return Array.from({ length }, (_, number) => `${number}${words}`);
}

function searchOf(search: Record<string, string[]>) {
  return ({ routes }: ReleaseRecord) => ({ routes: routes.map((route) => ({ ...route, search })) });
}

async function withoutPicture({ remove, changeRecord }: Tampering) {
  await remove('browser/picture.svg');
  await changeRecord((record) => {
    delete record.files['browser/picture.svg'];
  });
}
