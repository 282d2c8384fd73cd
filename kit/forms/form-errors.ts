import type { FieldErrors, FieldValues } from 'react-hook-form';

export interface FieldMessage {
  /** The path of the field, which is the control's name: `email`, `vehicles.0.year`. */
  name: string;
  message: string;
}

/** All messages of a form in the order of its fields, including nested ones. */
export function listMessages(errors: FieldErrors<FieldValues>): FieldMessage[] {
  return collect(errors, []).filter(({ name }) => !name.startsWith('root'));
}

function collect(node: unknown, path: readonly string[]): FieldMessage[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('message' in node && typeof node.message === 'string' && 'type' in node) {
    return [{ name: path.join('.'), message: node.message }];
  }
  return Object.entries(node).flatMap(([key, child]) => (key === 'ref' ? [] : collect(child, [...path, key])));
}

/** The fields that the server's problem document names (`ApiError.problem`); empty if the failure has none. */
export function fieldsRefused(failure: unknown): { field: string; message: string }[] {
  if (!(failure instanceof Error) || !('problem' in failure)) return [];
  const { problem } = failure;
  if (typeof problem !== 'object' || problem === null || !('errors' in problem)) return [];
  return Array.isArray(problem.errors) ? problem.errors : [];
}
