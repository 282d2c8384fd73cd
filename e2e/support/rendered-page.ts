/**
 * Whether a document contains its page. A document that the server could not render also has a heading, above a sentence
 * that asks visitors to wait; its data says so (`isFrame` of `PageData`).
 */
export function isRenderedPage(html: string): boolean {
  return html.includes('<h1') && !html.includes('"isFrame":true');
}
