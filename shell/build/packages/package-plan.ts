import { kitPackage, toolPackage } from 'kit/squad/package-names';

/** What one package for squads is made of. */
export interface PackagePlan {
  name: string;
  description: string;
  /** Files below `kit` that belong to it, as patterns of their paths. */
  files: RegExp;
  /** Files that are taken as they are, beside what is compiled. */
  plain: readonly string[];
  /** What may be imported from it: entry points of `kit/package.json`, or some of its own with their files. */
  entryPoints: RegExp | Readonly<Record<string, string>>;
  bin?: Readonly<Record<string, string>>;
  /** Packages that nothing imports by name, and that run all the same. */
  also: readonly string[];
  /** What a page has once: the squad's repository brings it. */
  peers: readonly string[];
  /** Packages whose versions it needs to know for a new repository. */
  startsWith?: readonly string[];
  /** What only those need who test, or compile. */
  optionalPeers: readonly string[];
}

const tool = /^(?:federation|server(?!\/alerts)|squad)\/|^testing\/jest-/;

export const packagePlans: readonly PackagePlan[] = [
  {
    name: kitPackage,
    description: 'The design system, forms, contracts and test tools that every remote of the site is built with.',
    files: /^(?!showcase\/|theme\/fonts\/)(?!(?:federation|server|squad)\/)(?!testing\/jest-)|^federation\/routes\./,
    plain: [],
    entryPoints:
      /^\.\/(?!server|squad|federation|theme\/fonts|testing\/jest-)|^\.\/federation\/routes$|^\.\/testing\/setup$/,
    also: [],
    peers: ['react', 'react-dom', 'jotai'],
    optionalPeers: [
      ...['@jest/globals', '@testing-library/dom', '@testing-library/jest-dom', '@testing-library/react'],
      ...['@testing-library/user-event', '@types/react', 'axe-core', 'fast-check'],
    ],
  },
  {
    name: toolPackage,
    description: "A squad's tool: makes, develops, builds, tests, publishes and switches a remote of the site.",
    files: tool,
    plain: [
      'federation/.browserslistrc',
      ...['federation/refresh-shim/package.json', 'federation/refresh-shim/runtime.js'],
      'testing/end-worker.mjs',
      'testing/jest-environment.mjs',
      'squad/new/template',
      'squad/dev/page-client.js',
    ],
    entryPoints: {
      './rspack': './federation/rspack-remote',
      './jest-project': './testing/jest-project',
    },
    bin: { remote: './squad/main.js' },
    startsWith: [
      ...['@jest/globals', '@playwright/test', '@testing-library/dom', '@testing-library/jest-dom'],
      ...['@testing-library/react', '@testing-library/user-event', '@types/node', '@types/react', '@types/react-dom'],
      ...['axe-core', 'jotai', 'react', 'react-dom', 'typescript'],
    ],
    also: ['@swc/core', '@swc/jest', 'jest', 'jest-environment-jsdom', 'react-refresh'],
    peers: [kitPackage, 'typescript'],
    optionalPeers: [],
  },
];
