const whole = 'var defaultStylisPlugins = [prefixer];';

/**
 * A loader for `@emotion/cache`, without what adds prefixes of vendors where no plugins are named: our cache names none
 * (`app/emotion-cache.ts`), and no bundler sees that.
 *
 * @throws when the package has changed.
 */
// biome-ignore lint/style/noDefaultExport: what loaders are
export default function leaveOutPrefixes(source: string): string {
  if (!source.includes(whole)) throw new Error('The default plugins of @emotion/cache are other ones than they were.');
  return source.replace(whole, 'var defaultStylisPlugins = [];');
}
