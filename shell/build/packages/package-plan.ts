import { kitPackage, toolPackage } from 'kit/squad/package-names';

export interface PackagePlan {
  name: string;
  description: string;
  /** Matches the paths below `kit` that belong to it. */
  files: RegExp;
  /** Files that are copied without compilation. */
  plain: readonly string[];
  /** The package's exports: a pattern for entry points of `kit/package.json`, or its own entry points with their files. */
  entryPoints: RegExp | Readonly<Record<string, string>>;
  bin?: Readonly<Record<string, string>>;
  /** Dependencies that no file imports by name. */
  also: readonly string[];
  /** Packages of which a page must have only one copy, so the squad's repository installs them. */
  peers: readonly string[];
  /** Packages whose versions the tool writes into a new repository. */
  startsWith?: readonly string[];
  /** Packages that only tests or the compiler need. */
  optionalPeers: readonly string[];
}

const tool = /^(?:federation|server(?!\/(?:alerts|settings|log[.]))|squad)\/|^testing\/jest-/;

export const packagePlans: readonly PackagePlan[] = [
  {
    name: kitPackage,
    description: 'The design system, forms, contracts and test tools that every remote of the site is built with.',
    files: /^(?!showcase\/|theme\/fonts\/)(?!(?:federation|server|squad)\/)(?!testing\/jest-)|^federation\/routes\./,
    plain: [],
    entryPoints:
      /^\.\/(?!server|squad|federation|theme\/fonts|testing\/jest-)|^\.\/federation\/routes$|^\.\/testing\/setup$/,
    also: ['@module-federation/enhanced', '@module-federation/runtime'],
    peers: ['react', 'react-dom', 'react-router', 'jotai'],
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
      'testing/end-worker.mjs',
      'testing/file-address.mjs',
      'testing/jest-environment.mjs',
      'squad/new/template',
      'squad/dev/page-client.js',
      'squad/remote.mjs',
    ],
    entryPoints: {
      './rspack': './federation/rspack-remote',
      './jest-project': './testing/jest-project',
    },
    bin: { remote: './squad/remote.mjs' },
    startsWith: [
      ...['@jest/globals', '@playwright/test', '@testing-library/dom', '@testing-library/jest-dom'],
      ...['@testing-library/react', '@testing-library/user-event', '@types/node', '@types/react', '@types/react-dom'],
      ...['axe-core', 'jotai', 'react', 'react-dom', 'react-router', 'typescript'],
    ],
    also: ['@swc/core', '@swc/jest', 'jest', 'jest-environment-jsdom', 'postcss', 'postcss-loader', 'react-refresh'],
    peers: [kitPackage, 'react', 'typescript'],
    optionalPeers: [],
  },
];
