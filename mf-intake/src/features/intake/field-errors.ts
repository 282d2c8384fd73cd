import { type FieldMessage, listMessages } from 'kit/forms';
import { errorWords } from '../../content/copy.ts';
import { fieldLabels, fleetWords, vehicleLabels } from '../../content/labels.ts';
import { intakeSteps } from '../../content/steps.ts';

export interface PlacedError extends FieldMessage {
  step: number;
  /** The field's name: `Step 3, Vehicle 2: Year`. Its error is shown beside the field. */
  text: string;
}

/** The invalid fields with their steps, in the order of the steps. */
export function placeErrors(errors: Parameters<typeof listMessages>[0]): PlacedError[] {
  return listMessages(errors)
    .map((error) => placeError(error, stepOf(error.name)))
    .sort((a, b) => a.step - b.step);
}

/** Only the server can name a field that is on no step; the last step, which submits, shows it. */
function stepOf(name: string): number {
  const [field] = name.split('.');
  const index = intakeSteps.findIndex(({ fields }) => (fields as readonly unknown[]).includes(field));
  return index === -1 ? intakeSteps.length : index + 1;
}

function placeError(error: FieldMessage, step: number): PlacedError {
  const { name } = error;
  const [field = '', index, part = ''] = name.split('.');
  const number = Number(index) + 1;
  if (field === 'vehicles' && index !== undefined) {
    const label = isKeyOf(vehicleLabels, part) ? vehicleLabels[part] : part;
    return { ...error, step, text: errorWords.elsewhere(step, label, fleetWords.title(number)) };
  }
  const label = isKeyOf(fieldLabels, field) ? fieldLabels[field] : field;
  const text = index === undefined ? label : `${label} ${number}`;
  return { ...error, step, text: errorWords.elsewhere(step, text) };
}

function isKeyOf<Labels extends object>(labels: Labels, name: PropertyKey): name is keyof Labels {
  return Object.hasOwn(labels, name);
}
