const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that needs no escaping. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes; null and false leave nothing, so that a part can be left out by a condition. */
export type Part = string | number | Markup | null | undefined | false | readonly Part[];

/** Builds markup. It escapes every value except markup and lists of markup. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Markup {
  return new Markup(strings.map((text, index) => (index === 0 ? text : toMarkup(values[index - 1]) + text)).join(''));
}

function toMarkup(value: Part): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
