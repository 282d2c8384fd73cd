/** @jest-environment node */
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { findSecret } from './assemble-release.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const letters = 'Ab1'.repeat(30);

it.each([
  ['browser/.env', 'A=1', 'a file ".env", which is where secrets are kept'],
  ['browser/.env.production', 'A=1', 'a file ".env.production", which is where secrets are kept'],
  ['squad.pem', '', 'a file "squad.pem", which is where secrets are kept'],
  ['browser/page-x.js', JSON.stringify(pem), 'a private key'],
  ['browser/page-x.js', `\`${pem}\``, 'a private key'],
  ['browser/page-x.js', `"AKIA${'A1B2'.repeat(4)}"`, 'an access key of AWS'],
  ['browser/page-x.js', `"ghp_${letters.slice(0, 36)}"`, 'a token of GitHub'],
  ['browser/page-x.js', `"glpat-${letters.slice(0, 20)}"`, 'a token of GitLab'],
  ['browser/page-x.js', `"npm_${letters.slice(0, 36)}"`, 'a token of npm'],
  ['browser/page-x.js', `"xoxb-${letters.slice(0, 30)}"`, 'a token of Slack'],
  ['maps/page-x.js.map', `"sk_live_${letters.slice(0, 24)}"`, 'a secret key of Stripe'],
  ['browser/page-x.js', `"sk-proj-${letters.slice(0, 48)}"`, 'a secret key of OpenAI'],
  ['browser/page-x.js', `"sk-ant-${letters.slice(0, 48)}"`, 'a secret key of Anthropic'],
])('finds what %s holds', (file, text, found) => {
  expect(findSecret(file, Buffer.from(text))).toBe(found);
});

it.each([
  ['a public key', publicKey.export({ type: 'spki', format: 'pem' }).toString()],
  // As libraries that read keys have it in their code.
  ['the first line of a private key', 'replace("-----BEGIN PRIVATE KEY-----","")'],
  ['a key that is made for browsers', `"AIza${letters.slice(0, 35)}" "pk_live_${letters.slice(0, 24)}"`],
  ['a style sheet', '.sk_live-card{color:red}'],
])('lets %s pass', (_name, text) => {
  expect(findSecret('browser/page-x.js', Buffer.from(text))).toBeNull();
});
