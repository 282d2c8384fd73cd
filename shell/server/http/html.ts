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

/** Builds markup. It escapes every value except markup and lists of markup. */
export function html(
  strings: TemplateStringsArray,
  ...values: (string | number | Markup | readonly Markup[])[]
): Markup {
  return new Markup(strings.map((text, index) => (index === 0 ? text : toMarkup(values[index - 1]) + text)).join(''));
}

function toMarkup(value: string | number | Markup | readonly Markup[] | undefined): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  return String(value ?? '').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
