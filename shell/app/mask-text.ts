/** As much as a person reads of a message. */
const mostCharacters = 200;
/** More is not even looked at: others decide how long a message is. */
const mostRead = 1000;

/**
 * What of an error's message may leave the browser: cut, with everything masked that may be of a visitor. Words in quotes, which
 * may have been typed, e-mail addresses, what stands behind the `?` or `#` of an address, and numbers of more than one digit
 * (but for those that React's own errors go by).
 */
export function maskText(text: string): string {
  const masked = text
    .slice(0, mostRead)
    .replace(/[^\s@"'<>()]{1,100}@[^\s@"'<>()]{1,100}/g, '[e-mail]')
    .replace(/([\w/])[?#][^\s"')]+/g, '$1?[query]')
    .replace(/"[^"\n]{0,300}"|“[^”\n]{0,300}”|`[^`\n]{0,300}`/g, '"[text]"')
    .replace(/\d[\d .,:()/+-]*\d/g, (number, at: number, whole: string) =>
      whole.slice(0, at).endsWith('React error #') ? number : '[number]',
    )
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return masked.slice(0, mostCharacters);
}
