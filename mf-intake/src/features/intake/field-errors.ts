import { type FieldMessage, listMessages } from 'kit/forms';
import { fieldLabels, fleetWords, vehicleLabels } from '../../content/labels.ts';
import { intakeSteps } from '../../content/steps.ts';

export interface PlacedError extends FieldMessage {
  step: number;
  /** `Full name`, `Vehicle 2, Year`. */
  place: string;
}

/** The wrong fields with the step that each is on, in the order of the steps. */
export function placeErrors(errors: Parameters<typeof listMessages>[0]): PlacedError[] {
  return listMessages(errors)
    .map((error) => ({ ...error, step: stepOf(error.name), place: placeOf(error.name) }))
    .sort((a, b) => a.step - b.step);
}

/** A field that no step asks for can only be named by the server; the last step, where one sends, shows it. */
function stepOf(name: string): number {
  const [field] = name.split('.');
  const index = intakeSteps.findIndex(({ fields }) => (fields as readonly unknown[]).includes(field));
  return index === -1 ? intakeSteps.length : index + 1;
}

function placeOf(name: string): string {
  const [field = '', index, part = ''] = name.split('.');
  const label = isKeyOf(fieldLabels, field) ? fieldLabels[field] : field;
  if (index === undefined) return label;
  const number = Number(index) + 1;
  if (field !== 'vehicles') return `${label} ${number}`;
  return `${fleetWords.title(number)}, ${isKeyOf(vehicleLabels, part) ? vehicleLabels[part] : part}`;
}

function isKeyOf<Labels extends object>(labels: Labels, name: PropertyKey): name is keyof Labels {
  return Object.hasOwn(labels, name);
}
