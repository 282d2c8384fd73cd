import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration, RuleSetRule } from '@rspack/core';
import { containerNameOf, filesOfThisRelease } from 'kit/contracts/release';
import prefixSelector from 'postcss-prefix-selector';
import { browserTargets } from './browser-targets.ts';
import type { BuildTarget } from './rspack-base.ts';

// Files that a remote may import besides scripts: styles, pictures, fonts, sound, video, WebAssembly and workers.

const sources = 'src/**/*.{ts,tsx,js,jsx,mjs}';
const importedStyles = /['"][^'"\n]+\.(?:css|less|s[ac]ss|styl)['"]/;

/** Whether a source file of the remote imports a style sheet, its own or one of a package. */
export function importsStyles(folder: string): boolean {
  return globSync(sources, { cwd: folder }).some((file) =>
    importedStyles.test(readFileSync(path.join(folder, file), 'utf8')),
  );
}

/** Returns the configuration for the files of a remote. Only the browser bundle writes them; the server bundle contains their URLs. */
export function remoteFiles({ name, platform, mode }: BuildTarget) {
  const server = platform === 'server';
  // The original file names are left out, because names in a release must not contain spaces.
  const file = 'files/[contenthash:16][ext]';
  // The development server replaces a style sheet by its name.
  const styleSheet = mode === 'development' ? '[name].css' : '[name].[contenthash:8].css';
  return {
    output: {
      assetModuleFilename: file,
      cssFilename: styleSheet,
      cssChunkFilename: styleSheet,
      ...(server && { publicPath: `${filesOfThisRelease}browser/` }),
    },
    rules: [
      // Other style languages need a loader of the remote.
      { test: /\.(?:css|less|s[ac]ss|styl)$/, type: 'css/auto', use: styleLoaders(name) },
      {
        test: /\.(?:avif|flac|gif|jpe?g|m4a|mp[34]|ogg|opus|otf|png|svg|ttf|vtt|wasm|wav|webm|webp|woff2?)$/i,
        type: 'asset/resource',
      },
    ] satisfies RuleSetRule[],
    // The server starts no worker and has no base URL.
    ...(server && { parser: { javascript: { url: 'relative', worker: false } } as const }),
    generator: {
      'asset/resource': { emit: !server },
      'css/auto': { exportsOnly: server, localIdentName: '[uniqueName]-[local]-[hash]' },
    } satisfies NonNullable<Configuration['module']>['generator'],
  };
}

/** Matches a selector of the whole document, which is replaced by the element around the page. */
const wholeDocument = /^(?:(?::root|html)(?:\s*>?\s*body)?|body)(?![\w-])/i;

/**
 * Returns the loaders of style sheets. From last to first they apply the squad's PostCSS configuration, compile for older browsers,
 * and add a scope, so that a style sheet applies only to pages of its own remote, not to the header or other remotes.
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
