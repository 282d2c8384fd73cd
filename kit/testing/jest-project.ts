import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Where Node finds these from here: Jest would look for them from the tested workspace.
const swcFile = fileURLToPath(import.meta.resolve('@swc/jest'));
const setupFile = fileURLToPath(import.meta.resolve('kit/testing/setup'));

const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2024',
  },
  module: { type: 'es6' },
};

/** How Jest reads TypeScript and JSX. Alone for the shell, whose tests run in plain Node. */
export const transform: Record<string, [string, typeof swcOptions]> = {
  '\\.tsx?$': [swcFile, swcOptions],
};

/**
 * The Jest settings of a workspace with components: jsdom with the network of Node, and an unexpected console.error
 * or console.warn fails its test. A test that wants plain Node says so with `@jest-environment node` on top.
 */
export function jestProject(displayName: string, rootDir: string) {
  return {
    displayName,
    rootDir,
    transform,
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
    testEnvironment: join(import.meta.dirname, 'jest-environment.mjs'),
    // The browser builds of Emotion are modules that do not say so.
    testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'], url: 'http://localhost/' },
    setupFilesAfterEnv: [setupFile],
  };
}
