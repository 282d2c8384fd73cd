/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { intakeFormSchema, toIntakePayload } from 'kit/contracts/exotic-car-intake';
import { buildWizardValues, wizardValuesArbitrary } from '../../testing/build-wizard-values.ts';
import { blankValues, type WizardValues, wizardSchema } from './wizard-values.ts';

function payloadOf(values: WizardValues) {
  return toIntakePayload(wizardSchema.parse(values));
}

describe('the wizard’s values', () => {
  it('start with one blank vehicle, three blank liked websites and nothing chosen', () => {
    expect(blankValues.vehicles).toHaveLength(1);
    expect(blankValues.likedWebsites).toEqual(['', '', '']);
    expect(blankValues).toMatchObject({ ownsDomain: 'no', hasContract: '', budget: '', pages: [] });
  });

  it('become the payload of the specification: null, false and no blank websites for what is empty', () => {
    const least = buildWizardValues();
    expect(payloadOf(least)).toEqual({
      fullName: 'Enzo Rossi',
      businessName: 'Rossi Exotics',
      phone: '(305) 555-0110',
      email: 'enzo@rossi.example',
      cityState: 'Miami, FL',
      ownsDomain: false,
      domainName: null,
      needsDomainHelp: false,
      hasHosting: null,
      instagram: null,
      tiktok: null,
      youtube: null,
      facebook: null,
      other: null,
      vehicles: least.vehicles,
      pages: [],
      colorScheme: null,
      likedWebsites: [],
      designStyle: [],
      customDesignStyle: null,
      hasContract: null,
      needsContractHelp: false,
      termsConditions: null,
      refundPolicy: null,
      renterRequirements: null,
      features: [],
      customFeature: null,
      launchDate: null,
      budget: '5000-plus',
      additionalNotes: null,
    });
  });

  it('drop blank liked websites and keep the order of the others', () => {
    expect(payloadOf(buildWizardValues({ likedWebsites: ['', 'b.example', '  ', 'a.example'] })).likedWebsites).toEqual(
      ['b.example', 'a.example'],
    );
  });

  it('do not send an answer whose control is out of sight', () => {
    const typed = { domainName: 'rossi.example', needsDomainHelp: true, needsContractHelp: true };
    expect(payloadOf(buildWizardValues({ ...typed, ownsDomain: 'yes', hasContract: 'yes' }))).toMatchObject({
      ownsDomain: true,
      domainName: 'rossi.example',
      needsDomainHelp: false,
      hasContract: true,
      needsContractHelp: false,
    });
    expect(payloadOf(buildWizardValues({ ...typed, ownsDomain: 'no', hasContract: 'no' }))).toMatchObject({
      ownsDomain: false,
      domainName: null,
      needsDomainHelp: true,
      hasContract: false,
      needsContractHelp: true,
    });
  });

  it('of any kind are refused with a message for a field of theirs, or make a payload that keeps the contract', () => {
    let refused = 0;
    let sent = 0;
    fc.assert(
      fc.property(wizardValuesArbitrary, (values) => {
        const parsed = wizardSchema.safeParse(values);
        if (!parsed.success) {
          refused += 1;
          for (const issue of parsed.error.issues) {
            expect(issue.message).not.toBe('');
            expect(Object.keys(values)).toContain(issue.path[0]);
          }
          return;
        }
        sent += 1;
        const payload = toIntakePayload(parsed.data);
        const again = intakeFormSchema.safeParse(JSON.parse(JSON.stringify(payload)));
        expect(again.error).toBeUndefined();
        expect(again.data && toIntakePayload(again.data)).toEqual(payload);
      }),
      { numRuns: 200 },
    );
    // Both outcomes occurred.
    expect(refused).toBeGreaterThan(20);
    expect(sent).toBeGreaterThan(20);
  });
});
