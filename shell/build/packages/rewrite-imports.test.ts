import { describe, expect, it } from '@jest/globals';
import { importedFiles, importedPackages, rewriteImports } from './write-package.ts';

const isOwn = (file: string) => file.startsWith('squad/');
const rewrite = (text: string) => rewriteImports(text, { file: 'squad/dev/start.ts', isOwn });

describe('imports in a package', () => {
  it('name JavaScript where the source names TypeScript', () => {
    expect(rewrite(`import { a } from './a.ts';\nexport { b } from '../b.tsx';`)).toBe(
      `import { a } from './a.js';\nexport { b } from '../b.js';`,
    );
  });

  it('go through a door to what the other package holds', () => {
    expect(rewrite(`import type { R } from '../../contracts/release.ts';`)).toBe(
      `import type { R } from '@beaconfield/kit/contracts/release';`,
    );
    expect(rewrite(`import { x } from '../../site/index.ts';`)).toBe(`import { x } from '@beaconfield/kit/site';`);
  });

  it.each([
    [`import { Text } from 'kit/ui';`, `import { Text } from '@beaconfield/kit/ui';`],
    [`const x = await import('kit/forms');`, `const x = await import('@beaconfield/kit/forms');`],
    [`import.meta.resolve('kit/testing/setup')`, `import.meta.resolve('@beaconfield/kit/testing/setup')`],
  ])('name the kit as a package: %s', (text, expected) => {
    expect(rewrite(text)).toBe(expected);
  });

  it('are listed by their packages, without those of Node', () => {
    const text = `import 'node:fs';\nimport a from '@scope/library/x';\nimport b from "react/jsx-runtime";\nimport './c.js';`;
    expect(importedPackages(text)).toEqual(['@scope/library', 'react']);
  });
});

it('finds the files of the package itself that a file imports', () => {
  const text = `import { a } from './end.mjs';\nimport '../setup.js';\nimport 'react';\nawait import("./later.js")`;
  expect(importedFiles(text, 'testing/environment.mjs')).toEqual(['testing/end.mjs', 'setup.js', 'testing/later.js']);
});
