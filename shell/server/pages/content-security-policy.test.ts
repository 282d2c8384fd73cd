import { expect, it } from '@jest/globals';
import { contentSecurityPolicy } from './content-security-policy.ts';

const site = { voice: { scriptUrl: 'https://voice.example/widget.js' } } as Parameters<typeof contentSecurityPolicy>[0];

/** What a directive allows beyond what it does for all pages. */
function addedBy(policy: Parameters<typeof contentSecurityPolicy>[2]): Record<string, string[]> {
  const directives = (text: string) =>
    new Map(text.split(';').map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1)]));
  const usual = directives(contentSecurityPolicy(site, 'boot'));
  return Object.fromEntries(
    [...directives(contentSecurityPolicy(site, 'boot', policy))]
      .map(([name, sources]) => [name, sources.filter((source) => !usual.get(name)?.includes(source))] as const)
      .filter(([, added]) => added.length > 0),
  );
}

it('allows each use of an origin by its own directive, and nothing else', () => {
  const [connect, frame, media] = ['https://api.example', 'https://frame.example', 'https://media.example'];
  expect(addedBy({ connect: [connect] })).toEqual({ 'connect-src': [connect] });
  expect(addedBy({ frame: [frame] })).toEqual({ 'frame-src': ["'self'", frame] });
  expect(addedBy({ media: [media] })).toEqual({ 'img-src': [media], 'media-src': [media] });
  expect(addedBy({ wasm: true })).toEqual({ 'script-src': ["'wasm-unsafe-eval'"] });
  expect(addedBy({})).toEqual({});
});
