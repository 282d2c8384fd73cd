/** The server's HTML of a page whose remote did not arrive: readable, its links work, nothing else does. */
export function StaticIsland({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this document's own markup, read before hydration
  return <div data-static-island="" style={{ display: 'contents' }} dangerouslySetInnerHTML={{ __html: html }} />;
}
