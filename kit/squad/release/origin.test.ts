/** @jest-environment node */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { originOf } from './assemble-release.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'origin-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function commit(message: string, author: string): Promise<void> {
  const git = (...words: string[]) => promisify(execFile)('git', words, { cwd: folder });
  await git('init', '--quiet');
  await writeFile(join(folder, 'a.txt'), 'a');
  await git('add', '.');
  const who = ['-c', `user.name=${author}`, '-c', 'user.email=a@site.example', '-c', 'commit.gpgsign=false'];
  await git(...who, 'commit', '--quiet', '--no-verify', '-m', message);
}

describe('where a release comes from', () => {
  it('is nothing but null outside a repository and a CI system', async () => {
    expect(await originOf(folder, {})).toEqual({ commit: null });
  });

  it.each([
    ['Prices (#42)', '#42'],
    ['Merge pull request #43 from squad/prices', '#43'],
    ["Merge branch 'prices'\n\nSee merge request squad/agents!44", '!44'],
    ['Fixes #45 for good', undefined],
  ])('is read from the commit %j', async (message, pullRequest) => {
    await commit(message, 'Anna Ibarra');
    const origin = await originOf(folder, { GITHUB_ACTOR: 'a-robot' });
    expect(origin).toEqual({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      author: 'Anna Ibarra',
      ...(pullRequest && { pullRequest }),
    });
    await writeFile(join(folder, 'a.txt'), 'b');
    expect((await originOf(folder, {})).commit).toMatch(/^[0-9a-f]{40}-dirty$/);
  });

  it.each([
    [
      { GITHUB_ACTOR: 'anna', GITHUB_REF: 'refs/pull/42/merge' },
      { author: 'anna', pullRequest: '#42' },
    ],
    [{ GITHUB_REF: 'refs/heads/42' }, {}],
    [
      { GITLAB_USER_NAME: 'Anna', CI_MERGE_REQUEST_IID: '7' },
      { author: 'Anna', pullRequest: '!7' },
    ],
    [
      { BUILD_REQUESTEDFOR: 'Anna', SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '8' },
      { author: 'Anna', pullRequest: '#8' },
    ],
    [{ CIRCLE_PULL_REQUEST: 'https://git.example/pull/9' }, { pullRequest: 'https://git.example/pull/9' }],
    [{ GITHUB_ACTOR: `a\u202e\n${'n'.repeat(200)}` }, { author: `a${'n'.repeat(99)}` }],
    [{ GITHUB_ACTOR: ' \u200b' }, {}],
  ])('is read from the variables %j', async (environment, origin) => {
    expect(await originOf(folder, environment)).toEqual({ commit: null, ...origin });
  });
});
