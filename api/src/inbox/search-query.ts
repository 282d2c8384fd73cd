/** A plus sign, the code of a country (ITU-T E.164) and the rest; signs and letters other than a telephone's do not fit. */
export const international =
  /^\+ ?(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})[ ./-]*([\d(][\d ()./-]{3,38})$/;

/**
 * What somebody types into the search, as a query of the words that a form is found by (`office_words` of the database): all
 * words, each by its beginning; a mail address or a path as it stands; digits also as part of a telephone number, however
 * that is written. In other texts than the fields of a person, addresses and numbers have a `~` before them. Null for what
 * holds nothing to look for.
 */
export function searchQueryOf(typed: string): string | null {
  const text = plain(typed).trim();
  const whole = phoneQuery(text);
  const parts = whole === null ? text.split(/\s+/).map(queryOfPart) : [whole];
  const wanted = parts.filter((part) => part !== null);
  return wanted.length === 0 ? null : wanted.join(' & ');
}

/** What kind of thing was looked for, for the audit log, which holds no word of it. */
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
  // As one word: its first letter alone begins a word of nearly every form.
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

/** A mail address or a telephone number in the fields of a person, or in any other text of a form. */
function orElsewhere(ways: readonly string[]): string {
  return `(${ways.flatMap((way) => [begins(way), begins(`~${way}`)]).join(' | ')})`;
}

/** A text that may be a telephone number as a whole: with or without the country's or the city's prefix. */
function phoneQuery(text: string): string | null {
  if (!/^[\d\s()+./-]{3,40}$/.test(text) || text.startsWith('/')) return null;
  const digits = text.replace(/\D/g, '');
  if (digits.length < 3) return null;
  const ways = new Set([digits.slice(-16), digits.replace(/^0+/, ''), digits.slice(-10), nationalOf(text) ?? digits]);
  return `(${orElsewhere([...ways].filter((way) => way.length >= 3).map((way) => `#${way}`))} | ${begins(digits)})`;
}

/** The digits of an international number without its country's code, and without `(0)` behind it. */
function nationalOf(text: string): string | null {
  const [, , rest] = international.exec(text.trim().replace(/^00/, '+')) ?? [];
  return rest?.replace(/\(0\)|\D/g, '') ?? null;
}

function begins(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`;
}

/** What the forms of one person have, and how that stands in any text. */
export interface Contact {
  query: string;
  /** A regular expression of PostgreSQL, in any case. */
  pattern: string;
}

/**
 * Exactly this mail address, or this telephone number with or without the country's and the city's prefix. Null for what is
 * neither: a number has at least eight digits, because fewer are the number of one person in each city.
 */
export function contactOf(typed: string): Contact | null {
  const text = typed.trim();
  if (text.includes('@')) return { query: mailQueryOf(text), pattern: text.replace(/[!-/:-@[-`{-~\s]/g, '\\$&') };
  const digits = text.replace(/\D/g, '');
  const own = (nationalOf(text) ?? digits).replace(/^0+/, '').slice(-10);
  if (!/^[\d\s()+./-]{8,40}$/.test(text) || own.length < 8) return null;
  return { query: exactly(`#${own}`), pattern: `${[...own].join('[^0-9A-Za-z]{0,3}')}(?![0-9])` };
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

/** In one case and without accents, as `office_plain` of the database makes it. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '');
}
