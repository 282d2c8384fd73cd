/** Named by what only they say of themselves; each of them says much that others say, too. */
const families: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,3})/],
  ['Opera', /\bOPR\/(\d{1,3})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,3})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,3})/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d{1,3})/],
  ['Safari', /\bVersion\/(\d{1,3})[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

/** `Firefox 140`; `other` for what is none of them. Never more of a visitor's browser than that. */
export function browserFamily(userAgent: string | undefined): string {
  for (const [family, pattern] of families) {
    const version = pattern.exec(userAgent?.slice(0, 500) ?? '')?.[1];
    if (version) return `${family} ${version}`;
  }
  return 'other';
}
