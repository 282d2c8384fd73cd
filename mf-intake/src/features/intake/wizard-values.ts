import { intakeChoices, intakeFormSchema, intakeLimits, vehicleSchema } from 'kit/contracts/exotic-car-intake';
import { multilineField, textField } from 'kit/contracts/fields';
import { choicesOf } from 'kit/contracts/form-definition';
import { limits, messages } from 'kit/contracts/text-rules';
import * as z from 'kit/schema';
import { errorWords } from '../../content/copy.ts';
import { intakeSteps, stepOf } from '../../content/steps.ts';

const text = z.catch(z.string(), '');
const flag = z.catch(z.boolean(), false);
const someOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.catch(z.array(z.enum(values)), () => []);

const vehicle = z.object({ year: text, make: text, model: text, color: text, dailyRate: text, keyFeatures: text });

export const blankVehicle = vehicle.parse({});

/**
 * The values of all nine steps. It parses anything: a missing or invalid field becomes blank, so a draft of an older wizard
 * loses at most that field.
 */
export const wizardValuesSchema = z.object({
  fullName: text,
  businessName: text,
  phone: text,
  email: text,
  cityState: text,
  ownsDomain: z.catch(z.enum(['yes', 'no']), 'no'),
  domainName: text,
  needsDomainHelp: flag,
  hasHosting: z.catch(z.enum([...choicesOf(intakeChoices.hasHosting), '']), ''),
  instagram: text,
  tiktok: text,
  youtube: text,
  facebook: text,
  other: text,
  vehicles: z.catch(z.array(vehicle).check(z.minLength(1), z.maxLength(intakeLimits.vehicles)), () => [blankVehicle]),
  pages: someOf(intakeChoices.pages),
  colorScheme: text,
  likedWebsites: z.catch(z.array(z.string()).check(z.minLength(1), z.maxLength(intakeLimits.likedWebsites)), () => [
    '',
    '',
    '',
  ]),
  designStyle: someOf(intakeChoices.designStyle),
  customDesignStyle: text,
  hasContract: z.catch(z.enum(['yes', 'no', '']), ''),
  needsContractHelp: flag,
  termsConditions: text,
  refundPolicy: text,
  renterRequirements: text,
  features: someOf(intakeChoices.features),
  customFeature: text,
  launchDate: text,
  budget: z.catch(z.enum([...choicesOf(intakeChoices.budget), '']), ''),
  additionalNotes: text,
});

export type WizardValues = z.infer<typeof wizardValuesSchema>;

/** The initial values: one blank vehicle and three blank liked websites (docs/specification.md#2). */
export const blankValues: WizardValues = wizardValuesSchema.parse({});

/**
 * Converts the values to the contract's form. An answer whose control is hidden is not sent: a domain name only if a domain
 * is owned, a call for help only if it is not, and the same for the contract.
 */
function toIntakeForm(values: WizardValues): unknown {
  const ownsDomain = values.ownsDomain === 'yes';
  const hasContract = values.hasContract === 'yes';
  return {
    ...values,
    ownsDomain,
    domainName: ownsDomain ? values.domainName : null,
    needsDomainHelp: !ownsDomain && values.needsDomainHelp,
    // Radio buttons without a choice hold null.
    hasContract: values.hasContract ? hasContract : null,
    needsContractHelp: !hasContract && values.needsContractHelp,
  };
}

const shortText = textField(limits.requiredText, errorWords.blank);
const keyFeatures = multilineField(limits.requiredLongText, errorWords.blank);
const vehicleForm = z.extend(vehicleSchema, {
  ...{ year: shortText, make: shortText, model: shortText, color: shortText, dailyRate: shortText, keyFeatures },
});
const wizardForm = z.extend(intakeFormSchema, {
  vehicles: z.array(vehicleForm).check(z.maxLength(intakeLimits.vehicles, messages.tooMany)),
});

/** Validates the wizard with the contract's rules; issues carry the names of the wizard's controls. */
export const wizardSchema = z.pipe(z.transform(toIntakeForm), wizardForm);

/** The steps with invalid or missing values, in their order. */
export function stepsToCorrect(values: WizardValues): ReadonlySet<number> {
  const { error } = wizardSchema.safeParse(values);
  return new Set(error?.issues.map(({ path }) => stepOf(String(path[0]))).sort());
}

const requiredSteps = stepsToCorrect(blankValues);

/** Whether a step has required fields. */
export const isRequiredStep = (step: number) => requiredSteps.has(step);

/** The steps whose required fields are valid, and of the other steps those on which anything is filled in. */
export function answeredSteps(values: WizardValues): readonly number[] {
  const open = stepsToCorrect(values);
  const isFilled = (name: keyof WizardValues) => JSON.stringify(values[name]) !== JSON.stringify(blankValues[name]);
  return intakeSteps.flatMap(({ fields }, index) => {
    const step = index + 1;
    return !open.has(step) && (requiredSteps.has(step) || fields.some(isFilled)) ? [step] : [];
  });
}
