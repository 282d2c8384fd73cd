/**
 * Forms with react-hook-form and a standard schema. This is an entry point of its own, so that only pages with a form load it.
 */
export { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
export type { Option } from './choice-fields.tsx';
export { ConsentLine } from './consent-line.tsx';
export { fieldsOf } from './fields-of.ts';
export { focusInSight } from './focus-in-sight.ts';
export { Form } from './form.tsx';
export { FormErrorSummary } from './form-error-summary.tsx';
export { type FieldMessage, listMessages } from './form-errors.ts';
export { SubmitButton } from './submit-button.tsx';
