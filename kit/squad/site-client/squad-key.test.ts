/** @jest-environment node */
import { expect, it } from '@jest/globals';
import { makeSquadKey, readSquadKey } from './squad-key.ts';

const pem = makeSquadKey();
const { keyId } = readSquadKey(pem);
const lines = pem.trim();

it.each([
  ['blanks in place of line breaks', lines.replaceAll('\n', ' ')],
  ['no line breaks at all', lines.replaceAll('\n', '')],
  ['line breaks written as \\n', lines.replaceAll('\n', '\\n')],
  ['line breaks of Windows', pem.replaceAll('\n', '\r\n')],
  ['quotation marks around it', JSON.stringify(pem)],
])('reads a key with %s, as variables of a CI hold it', (_name, text) => {
  expect(readSquadKey(text).keyId).toBe(keyId);
});

it('says what it was given instead', () => {
  expect(() => readSquadKey(readSquadKey(pem).publicKey)).toThrow('This is the public half of a key');
  expect(() => readSquadKey('-----BEGIN PRIVATE KEY-----\nnonsense')).toThrow('This is no Ed25519 private key in PEM');
});
