/** @jest-environment node */
import { expect, it } from '@jest/globals';
import { createRepository } from './create-repository.ts';

it.each([
  ['My Jobs', 'mf-my-jobs'],
  ['mf-My Jobs', 'mf-my-jobs'],
  ['careers', 'mf-careers'],
  ['  ', 'mf-careers'],
  ['mf-', 'mf-careers'],
])('a remote cannot be named "%s"; %s is offered', async (name, offered) => {
  const created = createRepository({ name, site: 'https://site.example', folder: '/nowhere' });
  await expect(created).rejects.toThrow(
    `"${name}" cannot be the name of a remote: mf- and lower case words, for example ${offered}.`,
  );
});
