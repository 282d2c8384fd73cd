import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { CheckboxField, CheckboxGroupField, RadioGroupField, SelectField } from './choice-fields.tsx';
import { FileField } from './file-field.tsx';
import { TextAreaField, TextField } from './text-field.tsx';

const fields = {
  TextField,
  TextAreaField,
  SelectField,
  RadioGroupField,
  CheckboxGroupField,
  CheckboxField,
  FileField,
};

type Fields = typeof fields;

type PropsOf<Field extends keyof Fields, Name> = Omit<Parameters<Fields[Field]>[0], 'name'> & {
  /** A path of the form's schema: `email`, `vehicles.0.year`. */
  name: Name;
};

/**
 * The field components of a form, typed by its schema: `const { TextField } = fieldsOf<LeadForm>()`. A name that is not in
 * the schema is a type error; otherwise the schema would reject the form without a field to show the error.
 */
export function fieldsOf<Values extends FieldValues>(): {
  [Field in keyof Fields]: (props: PropsOf<Field, FieldPath<Values>>) => ReactNode;
} {
  return fields;
}
