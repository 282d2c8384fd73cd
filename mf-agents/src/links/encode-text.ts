/**
 * Percent-encodes any text. A lone surrogate, which a server could send, would throw otherwise; `toWellFormed` came to
 * Chrome with 111 and to Firefox with 119.
 */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
