import { type FieldMessage, listMessages } from 'kit/forms';
import { errorWords } from '../../content/copy.ts';
import { fieldLabels, fleetWords, vehicleLabels } from '../../content/labels.ts';
import { intakeSteps } from '../../content/steps.ts';

export interface PlacedError extends FieldMessage {
  step: number;
  /** The message with where to find its field: `Step 3, Vehicle 2: Year is required`. */
  text: string;
}

/** The wrong fields with the step that each is on, in the order of the steps. */
export function placeErrors(errors: Parameters<typeof listMessages>[0]): PlacedError[] {
  return listMessages(errors)
    .map((error) => placeError(error, stepOf(error.name)))
    .sort((a, b) => a.step - b.step);
}

/** A field that no step asks for can only be named by the server; the last step, where one sends, shows it. */
function stepOf(name: string): number {
  const [field] = name.split('.');
  const index = intakeSteps.findIndex(({ fields }) => (fields as readonly unknown[]).includes(field));
  return index === -1 ? intakeSteps.length : index + 1;
}

function placeError(error: FieldMessage, step: number): PlacedError {
  const { name, message } = error;
  const [field = '', index, part = ''] = name.split('.');
  const number = Number(index) + 1;
  if (field === 'vehicles' && index !== undefined) {
    const label = isKeyOf(vehicleLabels, part) ? vehicleLabels[part] : part;
    return { ...error, step, text: errorWords.elsewhere(step, withLabel(label, message), fleetWords.title(number)) };
  }
  const label = isKeyOf(fieldLabels, field) ? fieldLabels[field] : field;
  const text = withLabel(index === undefined ? label : `${label} ${number}`, message);
  return { ...error, step, text: errorWords.elsewhere(step, text) };
}

/** Most messages name their field themselves. */
function withLabel(label: string, message: string): string {
  return message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
}

function isKeyOf<Labels extends object>(labels: Labels, name: PropertyKey): name is keyof Labels {
  return Object.hasOwn(labels, name);
}
