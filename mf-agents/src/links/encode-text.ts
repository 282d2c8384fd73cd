/**
 * Percent-encodes any text. A lone surrogate, which a server could send, would throw; `toWellFormed` is only in Chrome from
 * 111 and Firefox from 119.
 */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
