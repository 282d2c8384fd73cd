import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { toIntakePayload } from 'kit/contracts/exotic-car-intake';
import { wizardSchema } from '../../mf-intake/src/features/intake/wizard-values.ts';
import { wizardValuesArbitrary } from '../../mf-intake/src/testing/build-wizard-values.ts';

test('the API accepts every intake that the form accepts', async ({ request }) => {
  let sent = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(wizardValuesArbitrary, async (values) => {
      const parsed = wizardSchema.safeParse(values);
      if (!parsed.success) {
        refused += 1;
        return;
      }
      const response = await request.post('/api/exotic-car-intake', { data: toIntakePayload(parsed.data) });
      expect(response.status(), await response.text()).toBe(201);
      sent += 1;
    }),
    { numRuns: 150 },
  );
  expect(Math.min(sent, refused)).toBeGreaterThan(20);
});
