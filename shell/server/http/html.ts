const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that may stand in a document as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Builds markup; every value but markup and lists of it is escaped. */
export function html(
  strings: TemplateStringsArray,
  ...values: (string | number | Markup | readonly Markup[])[]
): Markup {
  return new Markup(strings.map((text, index) => (index === 0 ? text : inMarkup(values[index - 1]) + text)).join(''));
}

function inMarkup(value: string | number | Markup | readonly Markup[] | undefined): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(inMarkup).join('');
  return String(value ?? '').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
