import { expect } from '@playwright/test';

/** What every answer says, whoever gives it. */
const everywhere: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'referrer-policy': /^(?:no-referrer|strict-origin-when-cross-origin)$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'content-security-policy': /frame-ancestors 'none'/,
};

/** Nothing runs that is not named, nobody frames it or looks into its window, and nobody is told what it is made with. */
export function expectSecureHeaders(headers: Record<string, string>, what: string, opener = 'same-origin'): void {
  expect(headers['cross-origin-opener-policy'], `opener policy of ${what}`).toBe(opener);
  for (const [name, value] of Object.entries(everywhere)) expect(headers[name], `${name} of ${what}`).toMatch(value);
  // Pages leave it to the policy's frame-ancestors, which overrules it.
  expect(headers['x-frame-options'] ?? 'DENY', what).toMatch(/^(?:SAMEORIGIN|DENY)$/);
  const policy = headers['content-security-policy'] ?? '';
  expect(policy, what).not.toMatch(/'unsafe-eval'|script-src[^;]*(?:'unsafe-inline'|\*)/);
  expect(headers, what).not.toHaveProperty('x-powered-by');
  expect(headers, what).not.toHaveProperty('server');
}

/** Of what no browser should run, load or show anything. */
export function expectInert(headers: Record<string, string>, what: string): void {
  expect(headers['content-security-policy'], what).toMatch(/^default-src 'none'/);
}
