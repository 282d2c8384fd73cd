import * as fc from 'fast-check';
import { intakeChoices } from 'kit/contracts/exotic-car-intake';
import { choicesOf } from 'kit/contracts/form-definition';
import { blankValues, type WizardValues } from '../features/intake/wizard-values.ts';

/** The minimum that can be submitted, with a test's overrides. */
export function buildWizardValues(overrides: Partial<WizardValues> = {}): WizardValues {
  return {
    ...blankValues,
    fullName: 'Enzo Rossi',
    businessName: 'Rossi Exotics',
    phone: '(305) 555-0110',
    email: 'enzo@rossi.example',
    cityState: 'Miami, FL',
    vehicles: [buildVehicle()],
    budget: '5000-plus',
    ...overrides,
  };
}

export function buildVehicle(overrides: Partial<WizardValues['vehicles'][number]> = {}) {
  return {
    year: '2024',
    make: 'Lamborghini',
    model: 'Huracan',
    color: 'Verde Mantis',
    dailyRate: '$1,200',
    keyFeatures: 'V10, carbon seats',
    ...overrides,
  };
}

const anyText = fc.oneof(
  fc.constant(''),
  fc.constant('  '),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.nat(0x10ffff), { maxLength: 12 }).map((codes) => String.fromCodePoint(...codes)),
  fc.integer({ min: 190, max: 5010 }).map((length) => 'x'.repeat(length)),
);
const printed = fc.stringMatching(/^[A-Za-z0-9 .,'$-]{2,40}$/).filter((text) => text.trim().length >= 2);
const someOf = <Value extends string>(values: readonly Value[]) => fc.subarray([...values]);

function formOf(text: fc.Arbitrary<string>, required: Partial<Record<keyof WizardValues, fc.Arbitrary<unknown>>>) {
  const vehicle = fc.record({ year: text, make: text, model: text, color: text, dailyRate: text, keyFeatures: text });
  const texts = Object.keys(blankValues).filter(
    (name) => blankValues[name as keyof WizardValues] === '' && name !== 'budget',
  );
  return fc.record({
    ...Object.fromEntries(texts.map((name) => [name, text])),
    ownsDomain: fc.constantFrom('yes', 'no'),
    hasContract: fc.constantFrom('yes', 'no', '', null),
    hasHosting: fc.constantFrom(...choicesOf(intakeChoices.hasHosting), ''),
    budget: fc.constantFrom(...choicesOf(intakeChoices.budget), ''),
    needsDomainHelp: fc.boolean(),
    needsContractHelp: fc.boolean(),
    vehicles: fc.array(vehicle, { minLength: 1, maxLength: 4 }),
    likedWebsites: fc.array(text, { minLength: 1, maxLength: 6 }),
    pages: someOf(intakeChoices.pages),
    designStyle: someOf(intakeChoices.designStyle),
    features: someOf(intakeChoices.features),
    ...required,
  }) as unknown as fc.Arbitrary<WizardValues>; // each field above is one that the controls can hold
}

/** Any state of the nine steps: half of them random, half of them complete enough to submit. */
export const wizardValuesArbitrary: fc.Arbitrary<WizardValues> = fc.oneof(
  formOf(anyText, {}),
  formOf(printed, {
    phone: fc.stringMatching(/^\(\d{3}\) \d{3}-\d{4}$/),
    email: fc.stringMatching(/^[a-z]{1,10}@[a-z]{1,10}\.example$/),
    budget: fc.constantFrom(...choicesOf(intakeChoices.budget)),
  }),
);
