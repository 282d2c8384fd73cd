import { encodeText } from './encode-text.ts';

/** Builds a `mailto:` URL whose subject and body may be any text (RFC 6068: percent-encoded, lines end with CRLF). */
export function mailtoHref(mailbox: string, subject: string, body?: string): string {
  const fields = [`subject=${encodeText(subject)}`];
  if (body !== undefined) fields.push(`body=${encodeText(body.replace(/\r?\n/g, '\r\n'))}`);
  return `mailto:${mailbox}?${fields.join('&')}`;
}
