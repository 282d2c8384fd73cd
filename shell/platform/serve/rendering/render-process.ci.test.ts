import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { buildFolder } from '../../testing/build-dist.ts';
import { testPolicy } from '../../testing/build-platform.ts';
import { until } from '../../testing/until.ts';
import { RenderPool } from './render-pool.ts';
import { RenderProcess } from './render-process.ts';
import { RendererLog } from './start-renderer.ts';

const meta: RouteMeta = { path: '/x', title: 'A page', description: 'About it.', chunk: 'page-x' };
const job = {
  url: '/x',
  site: {},
  page: { release: 'mf-x 1', meta, loadCode: async () => 'exports.routes = [];' },
};
const rendered = { type: 'page', page: { html: '<p>fine</p>', head: '', styles: [] } };

/** A renderer that somebody has taken over, with the whole of Node: `answer` says what it does with what it is asked. */
async function writeTakenOver(answer: string): Promise<string> {
  const file = path.join(await buildFolder(), 'renderer.cjs');
  const code = `#!${process.execPath}
const send = (value) => { const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)); const head = Buffer.alloc(4); head.writeUInt32BE(text.length); process.stdout.write(Buffer.concat([head, text])); };
const fine = (id) => ({ type: 'outcome', id, outcome: ${JSON.stringify(JSON.stringify(rendered))}, hasLoaded: true, residentBytes: 1 });
let held = Buffer.alloc(0);
let hasStarted = false;
process.stdin.on('data', (part) => {
  held = Buffer.concat([held, part]);
  while (held.length >= 4 && held.length >= 4 + held.readUInt32BE()) next();
});
function next() {
  const message = held.subarray(4, 4 + held.readUInt32BE());
  held = held.subarray(4 + held.readUInt32BE());
  // The first message is the code of the host.
  if (!hasStarted) return void (hasStarted = true);
  const { id } = JSON.parse(message);
  ${answer}
}
process.stdin.on('close', () => process.exit());
send({ type: 'ready' });
`;
  await writeFile(file, code);
  await chmod(file, 0o755);
  return file;
}

async function startTakenOver(answer: string) {
  const lines: string[] = [];
  const late: string[] = [];
  const renderer = new RenderProcess({
    hostBundle: testPolicy.rendering.bundle,
    execPath: await writeTakenOver(answer),
    owner: {
      log: new RendererLog('mf-x 1', (line) => void lines.push(line)),
      onLateEnd: ({ message }) => void late.push(message),
    },
  });
  return { renderer, lines, late };
}

describe('a renderer that was taken over', () => {
  it('is taken at its word when it keeps to the rules', async () => {
    const { renderer } = await startTakenOver('send(fine(id));');
    await expect(renderer.render(job, 10_000)).resolves.toEqual(rendered.page);
    renderer.kill();
  });

  const lies: [string, string][] = [
    ['answers for another page', "send(fine('0'.repeat(32)));"],
    ['answers twice', 'send(fine(id)); send(fine(id));'],
    ['answers with a type of its own', "send({ type: 'page', page: { html: '' } });"],
    ['answers with more than was agreed', "send({ ...fine(id), extra: '1' });"],
    ['answers with no JSON', "send('}{');"],
    ['says that it comes with 4 GB', "process.stdout.write(Buffer.from([255, 255, 255, 255])); send('x');"],
    [
      'sends bytes without an end',
      'const bytes = Buffer.alloc(65536, 1); const more = () => process.stdout.write(bytes, more); more();',
    ],
    ['says that its page is a number', "send({ ...fine(id), outcome: JSON.stringify({ type: 'page', page: 7 }) });"],
    [
      'gives styles that are none',
      "send({ ...fine(id), outcome: JSON.stringify({ type: 'page', page: { html: '', head: '', styles: [{ key: 1 }] } }) });",
    ],
  ];

  it.each(lies)('and %s is not believed', async (_, answer) => {
    const { renderer, late } = await startTakenOver(answer);
    const first = await renderer.render(job, 10_000).then(
      () => 'page',
      (error: Error) => error.name,
    );
    // Of the answer that came twice, the first one was right; the second ends it.
    if (first === 'page') {
      await until(() => !renderer.isFit);
      expect(late).toEqual([expect.stringContaining('it answered what it was not asked')]);
    } else expect(first).toMatch(/^Render(Fault|Breakdown)$/);
    renderer.kill();
  });

  it('and ends between two pages is named with its end', async () => {
    const { renderer, late } = await startTakenOver('send(fine(id)); setTimeout(() => process.exit(7), 50);');
    await renderer.render(job, 10_000);
    await until(() => late.length > 0);
    expect(late).toEqual(['it ended the renderer (exit code 7)']);
  });

  it('has its release suspended, and nobody else blamed, for what it does between two pages', async () => {
    const lines: string[] = [];
    const execPath = await writeTakenOver('send(fine(id)); setTimeout(() => process.exit(7), 50);');
    const log = (line: string) => void lines.push(line);
    const pool = new RenderPool({ hostBundle: testPolicy.rendering.bundle, execPath, suspendedFor: 60_000, log });
    await pool.render(job);
    await until(() => lines.length > 0);
    expect(lines).toEqual([
      '[renderer mf-x 1] between two pages it ended the renderer (exit code 7); it is not rendered for 60 s',
    ]);
    await expect(pool.render(job)).rejects.toMatchObject({ kind: 'suspended' });
    const other = { ...job, page: { ...job.page, release: 'mf-y 1' } };
    await expect(pool.render(other)).resolves.toEqual(rendered.page);
    pool.close();
  });

  it('cannot write lines of the log that are not under its name, nor fill it', async () => {
    const flood = `process.stderr.write('one\\n[shell] forged\\r\\u001b[31m\\u2028[shell] forged\\n' + ('x'.repeat(1e5) + '\\n').repeat(500)); send(fine(id));`;
    const { renderer, lines } = await startTakenOver(flood);
    await renderer.render(job, 10_000);
    await until(() => lines.length >= 30);
    renderer.kill();
    expect(lines.slice(0, 2)).toEqual([
      '[renderer mf-x 1] one',
      '[renderer mf-x 1] [shell] forged  [31m [shell] forged',
    ]);
    expect(lines.length).toBeLessThanOrEqual(31);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(600);
  });
});
