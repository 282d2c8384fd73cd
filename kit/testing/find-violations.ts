/**
 * The violations that axe finds (WCAG 2.2 AA), as readable lines. jsdom draws nothing, so contrast is tested by the theme's
 * own test and in Chromium. Landmarks are left out, because a component has none.
 */
export async function findViolations(element: Element = document.body): Promise<string[]> {
  const { default: axe } = await import('axe-core');
  const { violations } = await axe.run(element, {
    // Passes and selectors are for a report.
    resultTypes: ['violations'],
    selectors: false,
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
}
