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
  const ways = new Set([digits.slice(-16), digits.replace(/^0+/, ''), digits.slice(-10), ...nationalOf(text)]);
  return `(${orElsewhere([...ways].filter((way) => way.length >= 3).map((way) => `#${way}`))} | ${begins(digits)})`;
}

/** An international number without its country's code, which is of one to three digits, and without `(0)` behind it. */
function nationalOf(text: string): string[] {
  const [, digits] = /^(?:\+|00)(\d.*)$/.exec(text.replace(/\(0\)|[^\d+]/g, '')) ?? [];
  if (digits === undefined) return [];
  return [1, 2, 3].map((length) => digits.slice(length)).filter((rest) => rest.length >= 6);
}

function begins(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`;
}

/** Exactly this mail address. */
export function mailQueryOf(email: string): string {
  return begins(plain(email.trim()).slice(0, 254)).replace(/:\*$/, '');
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
