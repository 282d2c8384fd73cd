/**
 * Whether a document holds its page. One that the server could not render has a heading, too, above a sentence that asks for
 * patience; its data says so (`isFrame` of `PageData`).
 */
export function isRenderedPage(html: string): boolean {
  return html.includes('<h1') && !html.includes('"isFrame":true');
}
