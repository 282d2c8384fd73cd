import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration, RuleSetRule } from '@rspack/core';
import { containerNameOf, filesOfThisRelease } from 'kit/contracts/release';
import prefixSelector from 'postcss-prefix-selector';
import { browserTargets } from './browser-targets.ts';
import type { BuildTarget } from './rspack-base.ts';

// What a remote may import beside scripts: styles, pictures, fonts, sound, video, WebAssembly and workers.

const sources = 'src/**/*.{ts,tsx,js,jsx,mjs}';
const importedStyles = /['"][^'"\n]+\.(?:css|less|s[ac]ss|styl)['"]/;

/** Whether a source file of the remote imports a style sheet, its own or one of a package. */
export function importsStyles(folder: string): boolean {
  return globSync(sources, { cwd: folder }).some((file) =>
    importedStyles.test(readFileSync(path.join(folder, file), 'utf8')),
  );
}

/** The configuration for the files of a remote. Only the browser bundle writes them; the server bundle has their addresses. */
export function remoteFiles({ name, platform, mode }: BuildTarget) {
  const server = platform === 'server';
  // Names without the file's own: a release allows no blanks in them.
  const file = 'files/[contenthash:16][ext]';
  // The development server exchanges a style sheet in place by its name.
  const styleSheet = mode === 'development' ? '[name].css' : '[name].[contenthash:8].css';
  return {
    output: {
      assetModuleFilename: file,
      cssFilename: styleSheet,
      cssChunkFilename: styleSheet,
      ...(server && { publicPath: `${filesOfThisRelease}browser/` }),
    },
    rules: [
      // Those of other languages need a loader of the remote.
      { test: /\.(?:css|less|s[ac]ss|styl)$/, type: 'css/auto', use: styleLoaders(name) },
      {
        test: /\.(?:avif|flac|gif|jpe?g|m4a|mp[34]|ogg|opus|otf|png|svg|ttf|vtt|wasm|wav|webm|webp|woff2?)$/i,
        type: 'asset/resource',
      },
    ] satisfies RuleSetRule[],
    // The server starts no worker, and knows no address that would be the base of others.
    ...(server && { parser: { javascript: { url: 'relative', worker: false } } as const }),
    generator: {
      'asset/resource': { emit: !server },
      'css/auto': { exportsOnly: server, localIdentName: '[uniqueName]-[local]-[hash]' },
    } satisfies NonNullable<Configuration['module']>['generator'],
  };
}

/** What stands for the whole document at the start of a selector; the element around the page takes its place. */
const wholeDocument = /^(?:(?::root|html)(?:\s*>?\s*body)?|body)(?![\w-])/i;

/**
 * In the order that they run, from the last: the PostCSS configuration of the squad, if there is one; what older browsers cannot read;
 * and the scope, so that a style sheet reaches the pages of its own remote alone, neither the header nor those of others.
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
