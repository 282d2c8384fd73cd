/** An international number: a plus sign, the country code (ITU-T E.164), and the national number with its usual separators. */
export const international =
  /^\+ ?(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})[ ./-]*([\d(][\d ()./-]{3,38})$/;

/**
 * Turns the text of a search into a `tsquery` on the search words of a form (`office_words` of the database). All words must
 * match, each by its prefix; a mail address or a path matches unchanged; digits also match a part of a telephone number in any
 * notation. A `~` marks addresses and numbers outside of the fields of a person. Returns null if there is nothing to search.
 */
export function searchQueryOf(typed: string): string | null {
  const text = plain(typed).trim();
  const whole = phoneQuery(text);
  const parts = whole === null ? text.split(/\s+/).map(queryOfPart) : [whole];
  const wanted = parts.filter((part) => part !== null);
  return wanted.length === 0 ? null : wanted.join(' & ');
}

/** The kind of a search, for the audit log: it must not hold the text itself. */
export function kindOfSearch(typed: string): 'phone' | 'mail' | 'reference' | 'page' | 'words' {
  const text = typed.trim();
  if (phoneQuery(text) !== null) return 'phone';
  if (text.includes('@')) return 'mail';
  if (isReference(text)) return 'reference';
  return text.startsWith('/') ? 'page' : 'words';
}

function queryOfPart(part: string): string | null {
  if (part.includes('@')) return orElsewhere([part.slice(0, 253)]);
  if (part.startsWith('/')) return begins(part.slice(0, 254));
  // A reference is one word: its first letter alone would match nearly every form.
  if (isReference(part)) return begins(part.replace('-', ''));
  const words = wordsIn(part);
  if (words.length === 0) return null;
  return words.map((word) => orPhone(word.slice(0, 60))).join(' & ');
}

function isReference(text: string): boolean {
  return /^[a-z]-[0-9a-z]{6}$/i.test(text) && /\d/.test(text);
}

function orPhone(word: string): string {
  return /^\d{3,}$/.test(word) ? `(${begins(word)} | ${orElsewhere([`#${word}`])})` : begins(word);
}

/** Finds a mail address or a telephone number in the fields of a person or in any other text of a form. */
function orElsewhere(variants: readonly string[]): string {
  return `(${variants.flatMap((variant) => [begins(variant), begins(`~${variant}`)]).join(' | ')})`;
}

/** The query for a text that as a whole may be a telephone number, with or without country code or area code. */
function phoneQuery(text: string): string | null {
  if (!/^[\d\s()+./-]{3,40}$/.test(text) || text.startsWith('/')) return null;
  const digits = text.replace(/\D/g, '');
  if (digits.length < 3) return null;
  const variants = new Set([
    digits.slice(-16),
    digits.replace(/^0+/, ''),
    digits.slice(-10),
    nationalOf(text) ?? digits,
  ]);
  const numbers = [...variants].filter((variant) => variant.length >= 3).map((variant) => `#${variant}`);
  return `(${orElsewhere(numbers)} | ${begins(digits)})`;
}

/** The digits of an international number without its country code and without a `(0)` after it. */
function nationalOf(text: string): string | null {
  const [, , rest] = international.exec(text.trim().replace(/^00/, '+')) ?? [];
  return rest?.replace(/\(0\)|\D/g, '') ?? null;
}

function begins(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`;
}

export interface Contact {
  /** A `tsquery` that finds the person's forms. */
  query: string;
  /** A case-insensitive PostgreSQL regular expression that finds mentions in other texts. */
  pattern: string;
}

/**
 * Parses exactly one mail address or telephone number; country code and area code are optional. Returns null for other texts.
 * A number needs at least eight digits, because a shorter one belongs to a different person in each city.
 */
export function contactOf(typed: string): Contact | null {
  const text = typed.trim();
  if (text.includes('@')) return { query: mailQueryOf(text), pattern: text.replace(/[!-/:-@[-`{-~\s]/g, '\\$&') };
  const digits = text.replace(/\D/g, '');
  const own = (nationalOf(text) ?? digits).replace(/^0+/, '').slice(-10);
  if (!/^[\d\s()+./-]{8,40}$/.test(text) || own.length < 8) return null;
  // Numbers of North America have ten digits, so what follows them is an extension. Elsewhere it may be another person's number.
  const isWhole = own.length === 10 && /^(00)?1?[2-9]\d{9}$/.test(digits);
  const query = isWhole ? begins(`#${own}`) : exactly(`#${own}`);
  return { query, pattern: `${[...own].join('[^0-9A-Za-z]{0,3}')}(?![0-9])` };
}

export function mailQueryOf(email: string): string {
  return exactly(plain(email.trim()).slice(0, 254));
}

function exactly(lexeme: string): string {
  return begins(lexeme).replace(/:\*$/, '');
}

function wordsIn(text: string): string[] {
  return text.split(/[\s!-/:-@[-`{-~]+/).filter((word) => word !== '');
}

/** Lower case without accents, the same as `office_plain` of the database. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');
}
