import { isGroup } from './form-of.ts';

const texts = ['name', 'fullName', 'clientName', 'company', 'companyName', 'businessName', 'email', 'clientEmail'];

/**
 * The words that a form is found by, as `office_words` of the database makes them (015-search-submissions.ts): it does so for
 * forms of before, and for programs of before, while forms that are kept now bring theirs, which costs a tenth.
 */
export function searchWordsOf(payload: object, reference: string, page: string | null): string[] {
  const fields = 'fields' in payload && isGroup(payload.fields) ? payload.fields : {};
  const written = page === null ? [reference] : [reference, page];
  const words = new Set([reference.replaceAll('-', '').toLowerCase()]);
  for (const form of [{ ...payload }, fields] as Readonly<Record<string, unknown>>[]) {
    for (const name of texts) {
      const text = form[name];
      if (typeof text === 'string') written.push(text);
    }
    if (typeof form.phone === 'string') addEndings(words, form.phone.replace(/\D/g, '').slice(-16));
  }
  for (const text of written) if (text.includes('@') || text.startsWith('/')) words.add(cut(plain(text), 254));
  // In one go, which costs a third of a look at each text.
  const all = written.map((text) => cut(text, 500)).join(' ');
  for (const word of wordsIn(plain(all))) words.add(cut(word, 60));
  return [...words];
}

function addEndings(words: Set<string>, digits: string): void {
  for (let length = 3; length <= digits.length; length++) words.add(`#${digits.slice(-length)}`);
}

export function wordsIn(text: string): string[] {
  return text.split(/[\s!-/:-@[-`{-~]+/).filter((word) => word !== '');
}

/** In one case and without accents. */
export function plain(text: string): string {
  const lower = text.toLowerCase();
  return /^[\0-\x7f]*$/.test(lower) ? lower : lower.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
}

/** By code points, as the database counts. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('');
}
