import { describe, expect, it } from '@jest/globals';
import { buildSite } from '../../testing/build-settings.ts';
import { composeMail } from './mail.channel.ts';

/** A form from before line breaks were refused. */
const forged = 'Ada\nPhone: 1-900-EVIL\r\nEmail: eve@evil.example\u2028Location: Nowhere\u0085x';

const nowhere = {
  event: 'created' as const,
  purged_at: null,
  industry: null,
  page_path: null,
  partner: null,
  consent_version: null,
  returned_at: null,
  return_reason: null,
  ip: null,
  traceparent: null,
};

const compose = (kind: 'lead' | 'support', payload: Record<string, unknown>, origin = nowhere) =>
  composeMail(
    {
      ...{
        delivery_id: '1',
        channel: 'mail',
        attempts: 1,
        refusals: 0,
        since: new Date(),
        id: 'id',
        kind,
        reference: 'L-7F3K9Q',
      },
      ...{ payload, is_test: false, created_at: new Date('2026-11-20T09:30:00Z'), ...origin },
    },
    buildSite(),
  );

describe('the mail about a form', () => {
  it('has a line for each field, even if an older form has line breaks', () => {
    const { text, html, subject } = compose('lead', { name: forged, phone: '(801) 555-0142', services: [forged] });
    expect(
      String(text)
        .split(/[\n\r\u0085\u2028]/)
        .slice(2),
    ).toEqual([
      'Name: Ada Phone: 1-900-EVIL Email: eve@evil.example Location: Nowhere x',
      'Phone: (801) 555-0142',
      'Services: Ada Phone: 1-900-EVIL Email: eve@evil.example Location: Nowhere x',
    ]);
    expect(html).not.toContain('<br>');
    expect(subject).not.toMatch(/[\n\r\u0085\u2028]/);
  });

  it('quotes a message of several lines, so that none looks like a field', () => {
    const { text, html } = compose('support', { message: forged, clientName: 'Grace' });
    expect(String(text).split('\n').slice(2)).toEqual([
      ...['Message:', '> Ada', '> Phone: 1-900-EVIL', '> Email: eve@evil.example', '> Location: Nowhere', '> x'],
      'Client name: Grace',
    ]);
    expect(html).toContain('Ada<br>Phone: 1-900-EVIL<br>');
    expect(compose('support', { message: 'Just one line.' }).text).toContain('\nMessage: Just one line.');
  });
});
