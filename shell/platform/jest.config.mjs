import { fileURLToPath } from 'node:url';

const jsc = { parser: { syntax: 'typescript' }, target: 'es2024' };
const swc = fileURLToPath(import.meta.resolve('@swc/jest'));

/** The tests of the package by itself: `npm test` in its folder. In the repository they run as part of the shell's. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': [swc, { jsc, module: { type: 'es6' } }] },
};
