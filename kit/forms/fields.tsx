import { chakra } from '@chakra-ui/react/styled-system';
import type { HTMLAttributes, HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { describe, FieldFrame, type FieldProps } from './field-frame.tsx';
import { useControl } from './use-control.ts';

type TextType = 'text' | 'email' | 'tel' | 'url' | 'password' | 'number' | 'date';

interface TextFieldProps extends FieldProps {
  type?: TextType | undefined;
  /** The default follows from the type for e-mail, telephone and URL fields. */
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'] | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  /** The number of failed submits, for a form that shows this error as an alert. */
  attempt?: number | undefined;
}

const byType = {
  email: { autoComplete: 'email', inputMode: 'email' },
  tel: { autoComplete: 'tel', inputMode: 'tel' },
  url: { autoComplete: 'url', inputMode: 'url' },
  number: { inputMode: 'numeric' },
} as const satisfies Partial<Record<TextType, object>>;

/** Connects a field by its name: the props of its frame and of its control, and the initial value. */
function useField({ name, label, required, description }: FieldProps) {
  const { id, error, bind, defaultValue } = useControl(name);
  return {
    frame: { id, label, required, description, error },
    control: { id, required, ...describe({ id, description, error }), ...bind },
    defaultValue,
  };
}

function TextField({ name, label, required, description, attempt, type = 'text', ...input }: TextFieldProps) {
  const { frame, control, defaultValue } = useField({ name, label, required, description });
  return (
    <FieldFrame naming="label" attempt={attempt} {...frame}>
      <input
        {...control}
        type={type}
        defaultValue={asText(defaultValue)}
        {
          ...(type in byType && byType[type as keyof typeof byType]) /* checked on this line */
        }
        {...input}
      />
    </FieldFrame>
  );
}

interface TextAreaFieldProps extends FieldProps, Pick<TextFieldProps, 'placeholder' | 'maxLength'> {
  rows?: number | undefined;
}

function TextAreaField({ name, label, required, description, rows = 5, ...area }: TextAreaFieldProps) {
  const { frame, control, defaultValue } = useField({ name, label, required, description });
  return (
    <FieldFrame naming="label" {...frame}>
      <textarea {...control} rows={rows} defaultValue={asText(defaultValue)} {...area} />
    </FieldFrame>
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export interface Option {
  /** The value in the specification. */
  value: string;
  label: ReactNode;
}

interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** The text of the empty option. Omit it if there is a default. */
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
}

function SelectField({ options, placeholder, autoComplete, ...field }: SelectFieldProps) {
  const { frame, control, defaultValue } = useField(field);
  return (
    <FieldFrame naming="label" {...frame}>
      <span data-part="select">
        <select {...control} autoComplete={autoComplete} defaultValue={asText(defaultValue)}>
          {placeholder && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor">
          <path d="m6 9 6 6 6-6" strokeWidth="1.8" />
        </svg>
      </span>
    </FieldFrame>
  );
}

interface ChoiceGroupProps extends FieldProps {
  options: readonly Option[];
  layout?: 'column' | 'row' | undefined;
}

/** Radio buttons: one choice, all options visible. */
function RadioGroupField(props: ChoiceGroupProps) {
  return <ChoiceGroup {...props} type="radio" />;
}

/** Checkboxes: any number of choices; the value is the list of the checked ones. */
function CheckboxGroupField(props: ChoiceGroupProps) {
  return <ChoiceGroup {...props} type="checkbox" />;
}

function ChoiceGroup({ type, options, layout, ...field }: ChoiceGroupProps & { type: 'radio' | 'checkbox' }) {
  const { frame, control, defaultValue } = useField(field);
  const isRadio = type === 'radio';
  const group = {
    role: isRadio ? 'radiogroup' : 'group',
    'aria-labelledby': `${frame.id}-label`,
    'aria-required': isRadio ? field.required : undefined,
  };
  const ticked: readonly unknown[] = Array.isArray(defaultValue) ? defaultValue : [defaultValue];
  return (
    <FieldFrame naming="legend" choices={layout} {...frame}>
      {/* Not a fieldset, which cannot be a flex box in every browser, as its legend cannot. */}
      <div {...group} data-part="choices">
        {options.map((option, index) => (
          <label key={option.value} data-part="choice">
            <input
              {...control}
              id={index === 0 ? frame.id : undefined}
              required={undefined}
              type={type}
              value={option.value}
              data-several={isRadio ? undefined : ''}
              defaultChecked={ticked.includes(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

/** One checkbox; the value is a boolean. */
function CheckboxField(props: FieldProps) {
  const { frame, control, defaultValue } = useField(props);
  const { label, required } = props;
  return (
    <FieldFrame naming="none" {...frame}>
      <label data-part="choice">
        <input {...control} type="checkbox" defaultChecked={defaultValue === true} />
        <span data-part={required ? 'label' : undefined} data-required={required ? '' : undefined}>
          {label}
        </span>
      </label>
    </FieldFrame>
  );
}

/** A control for files. It is a separate field, because few forms have one. */
const FileInput = chakra('input', {
  base: {
    width: '100%',
    padding: '3',
    background: 'surface',
    border: '1px dashed',
    borderColor: 'control',
    borderRadius: 'sm',
    fontSize: 'sm',
    '&::file-selector-button': {
      font: 'inherit',
      fontWeight: '600',
      color: 'inherit',
      marginRight: '3',
      paddingInline: '4',
      minHeight: '2.75rem',
      background: 'none',
      border: '1px solid',
      borderColor: 'control',
      borderRadius: 'sm',
      cursor: 'pointer',
    },
  },
});

interface FileFieldProps extends FieldProps {
  /** The HTML `accept` attribute: `image/*`, `.pdf,.doc,.docx`. */
  accept?: string | undefined;
  multiple?: boolean | undefined;
}

/** A file input; the value is a `FileList`. */
function FileField({ accept, multiple, ...field }: FileFieldProps) {
  const { frame, control } = useField(field);
  return (
    <FieldFrame naming="label" {...frame}>
      <FileInput {...control} type="file" accept={accept} multiple={multiple} />
    </FieldFrame>
  );
}

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
