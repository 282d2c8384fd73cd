import axe from 'axe-core';

/**
 * What axe finds wrong (WCAG 2.2 AA), as readable lines. jsdom draws nothing, so contrast is left to the colours' own
 * test and to Chromium; landmarks are a page's matter.
 */
export async function findViolations(element: Element = document.body): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
}
