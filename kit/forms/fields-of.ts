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
  /** A field of the form's schema: `email`, `vehicles.0.year`. */
  name: Name;
};

/**
 * The fields of a form, by the type of its schema's values: `const { TextField } = fieldsOf<LeadForm>()`. A name that the schema
 * does not have is a type error: the schema would refuse the form without a field to say so at.
 */
export function fieldsOf<Values extends FieldValues>(): {
  [Field in keyof Fields]: (props: PropsOf<Field, FieldPath<Values>>) => ReactNode;
} {
  return fields;
}
