/** A `mailto:` address whose subject and body survive any text (RFC 6068: percent-encoded, lines end with CRLF). */
export function mailtoHref(mailbox: string, subject: string, body?: string): string {
  const fields = [`subject=${encode(subject)}`];
  if (body !== undefined) fields.push(`body=${encode(body.replace(/\r?\n/g, '\r\n'))}`);
  return `mailto:${mailbox}?${fields.join('&')}`;
}

/** A lone surrogate, which a server could send, would throw otherwise. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
