import type { ReactNode } from 'react';
import { describe, FieldFrame, type FieldProps } from './field-frame.tsx';
import { asText } from './text-field.tsx';
import { useControl } from './use-control.ts';

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
export function SelectField(props: SelectFieldProps) {
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
export function RadioGroupField({ name, label, required, description, options, layout }: ChoiceGroupProps) {
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
export function CheckboxGroupField({ name, label, required, description, options, layout }: ChoiceGroupProps) {
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
export function CheckboxField({ name, label, required, description }: FieldProps) {
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
