const maxLength = 200;
/** The rest of a longer message is ignored, because masking takes time. */
const maxInputLength = 1000;

/**
 * Shortens an error message and masks everything that may be a visitor's data: quoted text, which may have been typed,
 * e-mail addresses, the query and the fragment of URLs, and numbers with more than one digit. The numbers of React's own
 * errors stay.
 * `Cannot read "anna" at /x?mail=a@b.c` becomes `Cannot read "[text]" at /x?[query]`.
 */
export function maskText(text: string): string {
  const masked = text
    .slice(0, maxInputLength)
    .replace(/[^\s@"'<>()]{1,100}@[^\s@"'<>()]{1,100}/g, '[e-mail]')
    .replace(/([\w/])[?#][^\s"')]+/g, '$1?[query]')
    .replace(/"[^"\n]{0,300}"|“[^”\n]{0,300}”|`[^`\n]{0,300}`/g, '"[text]"')
    .replace(/\d[\d .,:()/+-]*\d/g, (number, at: number, whole: string) =>
      whole.slice(0, at).endsWith('React error #') ? number : '[number]',
    )
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return masked.slice(0, maxLength);
}
