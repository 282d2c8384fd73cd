/**
 * Forms with react-hook-form and a standard schema. This is an entry point of its own, so that only pages with a form load it.
 */
export { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
export type { Option } from './fields.tsx';
export { fieldsOf } from './fields.tsx';
export { Form } from './form.tsx';
export { ErrorBox, type FieldMessage, FormErrorSummary, focusInSight, listMessages } from './form-errors.tsx';
export { ConsentLine, SubmitButton } from './submit-button.tsx';
