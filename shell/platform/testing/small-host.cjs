/**
 * A host without layout, as another site may have one: its pages are their own markup. A renderer with it starts in a
 * fraction of the time that the shell's takes, for tests that are about processes and not about pages.
 */
exports.hostBundle = {
  sharedInstances: {
    'react/jsx-runtime': { jsx: (name, { children = '' }) => `<${name}>${children}</${name}>` },
  },
  async renderPage({ page }) {
    const { title, description } = page?.meta ?? { title: 'Not found', description: '' };
    const head = `<title>${title}</title><meta name="description" content="${description}"/>`;
    // A page without a component is the frame of one whose release cannot be rendered.
    const html = page ? (page.Component?.() ?? '') : '<h1>Not found</h1>';
    return { head, html, styles: [] };
  },
};
