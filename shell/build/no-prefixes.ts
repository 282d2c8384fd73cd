const whole = 'var defaultStylisPlugins = [prefixer];';

/**
 * A loader that removes the default plugins of `@emotion/cache`, which add vendor prefixes. Our cache never uses them
 * (`app/emotion-cache.ts`), but no bundler can detect that.
 * @throws Error if the package has changed.
 */
// biome-ignore lint/style/noDefaultExport: a loader is a default export
export default function leaveOutPrefixes(source: string): string {
  if (!source.includes(whole)) throw new Error('The default plugins of @emotion/cache are other ones than they were.');
  return source.replace(whole, 'var defaultStylisPlugins = [];');
}
