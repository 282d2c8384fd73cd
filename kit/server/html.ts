const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Text that is already markup. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes; null and false leave nothing, so that a part can be left out by a condition. */
type Part = string | number | Markup | null | undefined | false | readonly Part[];

/** Builds markup. It escapes every value except markup and lists of markup. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Markup {
  return new Markup(strings.map((text, index) => (index === 0 ? text : toMarkup(values[index - 1]) + text)).join(''));
}

function toMarkup(value: Part): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  return value === null || value === undefined || value === false ? '' : escapeHtml(String(value));
}
