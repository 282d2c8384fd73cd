import type { HTMLAttributes, HTMLInputAutoCompleteAttribute } from 'react';
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
export function TextField({ name, label, required, description, attempt, type = 'text', ...input }: TextFieldProps) {
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
export function TextAreaField({ name, label, required, description, rows = 5, ...area }: TextAreaFieldProps) {
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

export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
