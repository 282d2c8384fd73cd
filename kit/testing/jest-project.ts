import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Resolved from here, because Jest would resolve it from the tested workspace.
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

/** Compiles TypeScript and JSX. The shell uses it alone, because its tests run in plain Node. */
export const transform: Record<string, string | [string, typeof swcOptions]> = {
  '\\.tsx?$': [swcFile, swcOptions],
};

/** The extensions of files other than scripts that pages import. */
const files = ['avif', 'css', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp', 'woff2'];
const filePattern = String.raw`\.(?:${files.join('|')})$`;

/**
 * The Jest settings of a workspace with components: jsdom with Node's network. An unexpected console.error or console.warn
 * fails its test. A test for plain Node starts with `@jest-environment node`.
 */
export function jestProject(displayName: string, rootDir: string) {
  return {
    displayName,
    rootDir,
    transform: { ...transform, [filePattern]: join(import.meta.dirname, 'file-address.mjs') },
    extensionsToTreatAsEsm: ['.ts', '.tsx', ...files.map((ending) => `.${ending}`)],
    testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
    testEnvironment: join(import.meta.dirname, 'jest-environment.mjs'),
    // Emotion's browser builds are ES modules that are not marked as such.
    testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'], url: 'http://localhost/' },
    setupFilesAfterEnv: [setupFile],
  };
}
