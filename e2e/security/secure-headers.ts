import { expect } from '@playwright/test';

/** Headers that every response has. */
const everywhere: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'referrer-policy': /^(?:no-referrer|strict-origin-when-cross-origin)$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'x-frame-options': /^(?:SAMEORIGIN|DENY)$/,
  'content-security-policy': /frame-ancestors 'none'/,
};

/** Expects that only named scripts run, that no page may frame or script this one, and that the server software is not named. */
export function expectSecureHeaders(headers: Record<string, string>, what: string, opener = 'same-origin'): void {
  expect(headers['cross-origin-opener-policy'], `opener policy of ${what}`).toBe(opener);
  for (const [name, value] of Object.entries(everywhere)) expect(headers[name], `${name} of ${what}`).toMatch(value);
  const policy = headers['content-security-policy'] ?? '';
  expect(policy, what).not.toMatch(/'unsafe-eval'|script-src[^;]*(?:'unsafe-inline'|\*)/);
  expect(headers, what).not.toHaveProperty('x-powered-by');
  expect(headers, what).not.toHaveProperty('server');
}

/** Expects headers under which a browser runs, loads and shows nothing of the response. */
export function expectInert(headers: Record<string, string>, what: string): void {
  expect(headers['content-security-policy'], what).toMatch(/^default-src 'none'/);
}
