import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration, RuleSetRule } from '@rspack/core';
import { containerNameOf, filesOfThisRelease } from 'kit/contracts/release';
import prefixSelector from 'postcss-prefix-selector';
import { browserTargets } from './browser-targets.ts';
import type { BuildTarget } from './rspack-base.ts';

// The build rules for files other than scripts: styles, images, fonts, audio, video, WebAssembly and workers.

const sources = 'src/**/*.{ts,tsx,js,jsx,mjs}';
const importedStyles = /['"][^'"\n]+\.(?:css|less|s[ac]ss|styl)['"]/;

/** Whether a source file of the remote imports a style sheet, its own or that of a package. */
export function importsStyles(folder: string): boolean {
  return globSync(sources, { cwd: folder }).some((file) =>
    importedStyles.test(readFileSync(path.join(folder, file), 'utf8')),
  );
}

/** Returns the configuration for these files. Only the browser build emits them; the server bundle contains their URLs. */
export function remoteFiles({ name, platform, mode }: BuildTarget) {
  const server = platform === 'server';
  // The original file name is left out, because a release allows no spaces in file names.
  const file = 'files/[contenthash:16][ext]';
  // The development server replaces a style sheet in place by its name.
  const styleSheet = mode === 'development' ? '[name].css' : '[name].[contenthash:8].css';
  return {
    output: {
      assetModuleFilename: file,
      cssFilename: styleSheet,
      cssChunkFilename: styleSheet,
      ...(server && { publicPath: `${filesOfThisRelease}browser/` }),
    },
    rules: [
      // Less, Sass and Stylus also need a loader from the remote's own configuration.
      { test: /\.(?:css|less|s[ac]ss|styl)$/, type: 'css/auto', use: styleLoaders(name) },
      {
        test: /\.(?:avif|flac|gif|jpe?g|m4a|mp[34]|ogg|opus|otf|png|svg|ttf|vtt|wasm|wav|webm|webp|woff2?)$/i,
        type: 'asset/resource',
      },
    ] satisfies RuleSetRule[],
    // The server starts no worker, and has no base URL for `new URL()`.
    ...(server && { parser: { javascript: { url: 'relative', worker: false } } as const }),
    generator: {
      'asset/resource': { emit: !server },
      'css/auto': { exportsOnly: server, localIdentName: '[uniqueName]-[local]-[hash]' },
    } satisfies NonNullable<Configuration['module']>['generator'],
  };
}

/** Selectors of the whole document. The build replaces them with the element around the page. */
const wholeDocument = /^(?:(?::root|html)(?:\s*>?\s*body)?|body)(?![\w-])/i;

/**
 * Returns the loaders of style sheets. Rspack runs them from last to first: the squad's own PostCSS configuration, the transforms for
 * older browsers, and the scope. The scope limits a style sheet to the pages of its remote, without the header and other remotes.
 */
function styleLoaders(name: string) {
  const scope = prefixSelector({
    prefix: `:where([data-remote=${containerNameOf(name)}])`,
    transform: (prefix, selector, prefixed) =>
      wholeDocument.test(selector) ? selector.replace(wholeDocument, prefix) : prefixed,
  });
  const postcss = (postcssOptions: object) => ({
    loader: fileURLToPath(import.meta.resolve('postcss-loader')),
    options: { postcssOptions },
  });
  return [
    postcss({ config: false, plugins: [scope] }),
    { loader: 'builtin:lightningcss-loader', options: { targets: [...browserTargets] } },
    postcss({}),
  ];
}
