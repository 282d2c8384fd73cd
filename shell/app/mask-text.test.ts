import { describe, expect, it } from '@jest/globals';
import { maskText } from './mask-text.ts';

describe('what of a message leaves the browser', () => {
  it.each([
    ["TypeError: Cannot read properties of undefined (reading 'map')", null],
    ['Error: anna.lee+1@example.co.uk is taken', 'Error: [e-mail] is taken'],
    [
      'SyntaxError: Unexpected token J, "John Smith, 12 High St" is not valid JSON',
      'SyntaxError: Unexpected token J, "[text]" is not valid JSON',
    ],
    ['Error: call (801) 555-0142 now', 'Error: call ([number] now'],
    ['Error: /my-agent?code=SECRET#at failed', 'Error: /my-agent?[query] failed'],
    ['Error: card 4111 1111 1111 1111', 'Error: card [number]'],
    [
      'Minified React error #418; visit https://react.dev/errors/418?args[]=x',
      'Minified React error #418; visit https://react.dev/errors/[number]?[query]',
    ],
    ['a\u001b[31mred\u202e\nline', 'a [31mred line'.replace('[31m', '[[number]m')],
  ])('%j', (message, masked) => {
    expect(maskText(message)).toBe(masked ?? message);
  });

  it('is short, and as quickly made of a megabyte that means harm', () => {
    for (const hostile of [
      '1 '.repeat(500_000),
      '@'.repeat(1_000_000),
      `"${'a'.repeat(1_000_000)}`,
      'a@'.repeat(500_000),
    ]) {
      expect(maskText(hostile).length).toBeLessThanOrEqual(200);
    }
  });
});
