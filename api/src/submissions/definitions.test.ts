import { describe, expect, it } from '@jest/globals';
import { alwaysStored, exampleOf } from 'kit/contracts/form-definition';
import { buildSite } from '../../testing/build-settings.ts';
import { heldForms } from '../../testing/held-forms.ts';
import { sharedApi } from '../../testing/start-test-api.ts';

const paths: Record<string, string> = {
  lead: '/api/leads',
  feedback: '/api/agents/demo-agent/feedback',
  support: '/api/contact-support',
  intake: '/api/exotic-car-intake',
};

describe('what is kept of a form', () => {
  const api = sharedApi({ site: buildSite({ deliverLocalForms: true }) });

  const store = async (form: string, fields: object): Promise<Record<string, unknown>> => {
    const path = paths[form];
    const response = path
      ? await api.post(path, fields)
      : await api.post('/api/inquiries', { form, about: 'Roofing', fields });
    const { reference } = await response.json();
    const { rows } = await api.database.client.query('select payload from submissions where reference = $1', [
      reference,
    ]);
    return path ? rows[0].payload : rows[0].payload.fields;
  };
  const added = (form: string) => (form === 'feedback' ? { agentName: 'demo-agent' } : {});

  it.each(Object.entries(heldForms))(
    'is each member of the form %s, in the order of its definition',
    async (form, { fields }) => {
      const stored = Object.entries(fields).filter(([, { isStored }]) => isStored !== false);
      const expected = { ...exampleOf(Object.fromEntries(stored)), ...added(form) };
      expect(JSON.stringify(await store(form, exampleOf(fields)))).toBe(JSON.stringify(expected));
    },
  );

  it.each(Object.entries(heldForms))(
    'has a value for each member of the form %s that was left out, or is without it as its definition says',
    async (form, { fields }) => {
      const needed = Object.entries(fields).filter(([, { optional }]) => !optional);
      const stored = await store(form, exampleOf(Object.fromEntries(needed)));
      expect(Object.keys(stored)).toEqual(Object.keys({ ...alwaysStored(fields), ...added(form) }));
    },
  );
});
