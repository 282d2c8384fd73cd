import { chakra } from '@chakra-ui/react';
import { type ReactNode, useEffect } from 'react';
import { fieldRecipe } from '../theme/recipes/field.ts';
import { useFormScope } from './form-scope.ts';

const Frame = chakra('div', fieldRecipe);

/** The props that every field has. */
export interface FieldProps {
  /** The field's name in the specification; it becomes the control's name. */
  name: string;
  label: ReactNode;
  required?: boolean | undefined;
  description?: ReactNode | undefined;
}

interface FieldFrameProps extends Omit<FieldProps, 'name'> {
  id: string;
  error: string | undefined;
  /** `label` for one control, `legend` for a group of choices, `none` when the control carries its label itself. */
  naming: 'label' | 'legend' | 'none';
  /**
   * The number of failed submits. A changed number makes a screen reader announce the same error again
   * (docs/specification.md#5).
   */
  attempt?: number | undefined;
  choices?: 'column' | 'row' | undefined;
  children: ReactNode;
}

/**
 * Label, control, description and error of one field, linked by ids. A control's description is below it, so that fields in
 * a row line up; a group's description is read before its choices.
 */
export function FieldFrame({ id, label, required, description, error, attempt, ...frame }: FieldFrameProps) {
  const { naming, choices, children } = frame;
  const { labels } = useFormScope();
  const mark = required ? '' : undefined;
  const hint = description && (
    <p id={`${id}-description`} data-part="description">
      {description}
    </p>
  );
  useEffect(() => {
    labels.set(id, label);
  }, [labels, id, label]);
  return (
    <Frame choices={choices} data-field="">
      {naming === 'label' && (
        <label htmlFor={id} data-part="label" data-required={mark}>
          {label}
        </label>
      )}
      {naming === 'legend' && (
        <span id={`${id}-label`} data-part="label" data-required={mark}>
          {label}
        </span>
      )}
      {naming === 'legend' && hint}
      {children}
      {naming !== 'legend' && hint}
      {error && (
        <p key={attempt} id={`${id}-error`} data-part="error" role={attempt === undefined ? undefined : 'alert'}>
          <svg aria-hidden="true" width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor">
            <path d="M12 8v5m0 3.2v.1M12 3 2 20h20Z" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
          </svg>
          <span>{error}</span>
        </p>
      )}
    </Frame>
  );
}

/** The ARIA attributes that link a control to its description and error. */
export function describe(field: { id: string; description?: ReactNode; error: string | undefined }) {
  const ids = [field.description && `${field.id}-description`, field.error && `${field.id}-error`].filter(Boolean);
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': field.error ? true : undefined,
  };
}
