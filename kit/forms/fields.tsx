import { chakra } from '@chakra-ui/react';
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

/** A field with one line of text. */
function TextField({ name, label, required, description, attempt, type = 'text', ...input }: TextFieldProps) {
  const { id, error, bind, defaultValue } = useControl(name);
  return (
    <FieldFrame naming="label" {...{ id, label, required, description, error, attempt }}>
      <input
        id={id}
        type={type}
        required={required}
        defaultValue={asText(defaultValue)}
        {
          ...(type in byType && byType[type as keyof typeof byType]) /* checked on this line */
        }
        {...input}
        {...describe({ id, description, error })}
        {...bind}
      />
    </FieldFrame>
  );
}

interface TextAreaFieldProps extends FieldProps {
  rows?: number | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
}

/** A field with several lines of text. */
function TextAreaField({ name, label, required, description, rows = 5, ...area }: TextAreaFieldProps) {
  const { id, error, bind, defaultValue } = useControl(name);
  return (
    <FieldFrame naming="label" {...{ id, label, required, description, error }}>
      <textarea
        id={id}
        rows={rows}
        required={required}
        defaultValue={asText(defaultValue)}
        {...area}
        {...describe({ id, description, error })}
        {...bind}
      />
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

/** A native select with one choice. */
function SelectField(props: SelectFieldProps) {
  const { name, label, required, description, options, placeholder, autoComplete } = props;
  const { id, error, bind, defaultValue } = useControl(name);
  return (
    <FieldFrame naming="label" {...{ id, label, required, description, error }}>
      <span data-part="select">
        <select
          id={id}
          required={required}
          autoComplete={autoComplete}
          defaultValue={asText(defaultValue)}
          {...describe({ id, description, error })}
          {...bind}
        >
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
function RadioGroupField({ name, label, required, description, options, layout }: ChoiceGroupProps) {
  const { id, error, bind, defaultValue } = useControl(name);
  return (
    <FieldFrame naming="legend" choices={layout} {...{ id, label, required, description, error }}>
      <div role="radiogroup" aria-labelledby={`${id}-label`} data-part="choices" aria-required={required}>
        {options.map((option, index) => (
          <label key={option.value} data-part="choice">
            <input
              id={index === 0 ? id : undefined}
              type="radio"
              value={option.value}
              defaultChecked={defaultValue === option.value}
              {...describe({ id, description, error })}
              {...bind}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

/** Checkboxes: any number of choices; the value is the list of the checked ones. */
function CheckboxGroupField({ name, label, required, description, options, layout }: ChoiceGroupProps) {
  const { id, error, bind, defaultValue } = useControl(name);
  const ticked: readonly unknown[] = Array.isArray(defaultValue) ? defaultValue : [];
  return (
    <FieldFrame naming="legend" choices={layout} {...{ id, label, required, description, error }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box in every browser, its legend neither */}
      <div role="group" aria-labelledby={`${id}-label`} data-part="choices">
        {options.map((option, index) => (
          <label key={option.value} data-part="choice">
            <input
              id={index === 0 ? id : undefined}
              type="checkbox"
              value={option.value}
              data-several=""
              defaultChecked={ticked.includes(option.value)}
              {...describe({ id, description, error })}
              {...bind}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

/** One checkbox; the value is a boolean. */
function CheckboxField({ name, label, required, description }: FieldProps) {
  const { id, error, bind, defaultValue } = useControl(name);
  return (
    <FieldFrame naming="none" {...{ id, label, required, description, error }}>
      <label data-part="choice">
        <input
          id={id}
          type="checkbox"
          required={required}
          defaultChecked={defaultValue === true}
          {...describe({ id, description, error })}
          {...bind}
        />
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
function FileField({ name, label, required, description, accept, multiple }: FileFieldProps) {
  const { id, error, bind } = useControl(name);
  return (
    <FieldFrame naming="label" {...{ id, label, required, description, error }}>
      <FileInput
        id={id}
        type="file"
        required={required}
        accept={accept}
        multiple={multiple}
        {...describe({ id, description, error })}
        {...bind}
      />
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
