import { voiceAgentIdPattern } from 'kit/contracts/voice-agent-id';

/**
 * Percent-encodes any text. A lone surrogate, which a server could send, would throw; `toWellFormed` is only in Chrome from
 * 111 and Firefox from 119.
 */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** Builds a `mailto:` URL whose subject and body may be any text (RFC 6068: percent-encoded, lines end with CRLF). */
export function mailtoHref(mailbox: string, subject: string, body?: string): string {
  const fields = [`subject=${encodeText(subject)}`];
  if (body !== undefined) fields.push(`body=${encodeText(body.replace(/\r?\n/g, '\r\n'))}`);
  return `mailto:${mailbox}?${fields.join('&')}`;
}

/** The provider's talk page for an agent; null if the server sent an invalid id. */
export function talkHref(template: string, agentId: string): string | null {
  return voiceAgentIdPattern.test(agentId) ? template.replaceAll('{agentId}', agentId) : null;
}
