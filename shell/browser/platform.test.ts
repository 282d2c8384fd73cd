import { describe, expect, it } from '@jest/globals';
import { sharedModules } from 'kit/federation/shared-modules';
import { platform } from './platform.ts';

describe('the platform', () => {
  it('names every lazy shared module, the one that the shell itself does not use, and no other', () => {
    const files = platform.map((load) => /import\(['"](?<id>[^'"]+)/.exec(String(load))?.groups?.id);
    // A file of the kit is shared in place of this package.
    const named = files.map((file) => (file === 'kit/chakra/shared' ? '@chakra-ui/react' : file));
    const lazy = Object.entries(sharedModules).filter(([, loading]) => loading === 'lazy');
    expect(named.toSorted()).toEqual([...lazy.map(([id]) => id), 'kit/blocks'].toSorted());
  });
});
