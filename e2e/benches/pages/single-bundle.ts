import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rspack } from '@rspack/core';
import { baseConfig } from 'kit/federation/rspack-base';

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

/** The path under which the browser loads the comparison bundle. */
export const singleBundlePath = '/single-bundle/';

/**
 * Builds the shell's frame and one page as one bundle without federation, as a website without micro-frontends would.
 * Modules that the source imports with `import()` remain separate files.
 *
 * @param pageImport statements that bring the page's component into scope as `Page`.
 * @returns the name of the entry file in the folder.
 * @throws Error with the compiler's message.
 */
export async function buildSingleBundle(pageImport: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const entry = path.join(folder, 'entry.tsx');
  await writeFile(entry, entrySource(pageImport));
  const base = baseConfig({ name: 'single', folder, platform: 'browser', mode: 'production' });
  const compiler = rspack({
    ...base,
    cache: false,
    entry: { main: entry },
    output: {
      path: path.join(folder, 'dist'),
      filename: '[name].js',
      chunkFilename: '[name].js',
      publicPath: singleBundlePath,
    },
    resolve: {
      ...base.resolve,
      modules: [path.join(repositoryRoot, 'node_modules')],
      alias: { ...base.resolve?.alias, '#site': repositoryRoot },
    },
    optimization: { ...base.optimization, splitChunks: false },
    plugins: [],
  });
  const stats = await new Promise<{ hasErrors: () => boolean; toString: (options: object) => string }>(
    (resolve, reject) =>
      compiler.run((error, result) => (result ? resolve(result) : reject(error ?? new Error('nothing was built')))),
  );
  if (stats.hasErrors())
    throw new Error(`The comparison bundle was not built:\n${stats.toString({ all: false, errors: true })}`);
  await new Promise((resolve) => compiler.close(resolve));
  return 'main.js';
}

function entrySource(pageImport: string): string {
  return `
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { VisitProvider } from '#site/shell/app/current-visit.tsx';
import { createStyleCache } from '#site/shell/app/emotion-cache.ts';
import { Site } from '#site/shell/app/site.tsx';
import { SiteTree } from '#site/shell/app/site-tree.tsx';
${pageImport}
const { site, route } = JSON.parse(document.getElementById('page-data').textContent);
const visit = { page: { meta: route, element: <Page /> }, keepsScroll: true };
hydrateRoot(
  document.getElementById('root'),
  <SiteTree site={site} cache={createStyleCache()}>
    <BrowserRouter><VisitProvider value={visit}><Site /></VisitProvider></BrowserRouter>
  </SiteTree>,
);
`;
}
