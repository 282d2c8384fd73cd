import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect } from 'react';
import { useFormScope } from './form-scope.ts';

const box = {
  width: '100%',
  minHeight: 'control',
  paddingInline: '4',
  paddingBlock: '3',
  background: 'surface',
  color: 'fg',
  border: '1px solid',
  borderColor: 'control',
  borderRadius: 'sm',
  lineHeight: '1.375',
  transition: 'border-color 150ms ease-out',
};

/** One control with its label, description and error. `data-part` identifies the elements inside. */
const Frame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    minWidth: '0',
    textAlign: 'left',
    scrollMarginBottom: '4',
    '& [data-part=label]': { fontWeight: '600', lineHeight: '1.375', display: 'block' },
    '& [data-part=label][data-required]::after': {
      content: '" *"',
      color: 'danger',
      // Empty alternative text, because screen readers already announce `required`. Browsers without this syntax would drop the
      // whole declaration, hence the `@supports`.
      '@supports (content: "*" / "")': { content: '" *" / ""' },
    },
    '& [data-part=description]': { color: 'muted', fontSize: 'sm', lineHeight: '1.5' },
    '& [data-part=error]': {
      color: 'danger',
      fontSize: 'sm',
      fontWeight: '600',
      lineHeight: '1.5',
      display: 'flex',
      gap: '2',
      '& svg': { marginTop: '0.1em' },
    },
    '& :is(input:not([type=radio], [type=checkbox], [type=file]), textarea, select)': box,
    '& :is(input, textarea)::placeholder': { color: 'muted', opacity: '1' },
    '& :is(input, textarea, select):hover:not(:disabled)': { borderColor: 'fg' },
    '& [aria-invalid=true]:not([type=radio], [type=checkbox])': {
      borderColor: 'danger',
      boxShadow: 'inset 0 0 0 1px var(--k-colors-danger)',
    },
    '& textarea': { minHeight: '8rem', resize: 'vertical', display: 'block' },
    '& [data-part=select]': { position: 'relative', display: 'block' },
    '& [data-part=select] select': { appearance: 'none', paddingRight: '10', cursor: 'pointer' },
    '& [data-part=select] svg': {
      position: 'absolute',
      right: '4',
      top: '50%',
      translate: '0 -50%',
      pointerEvents: 'none',
    },
    '& [data-part=choices]': { display: 'flex', flexDirection: 'column', gap: '1' },
    '& [data-part=choice]': {
      display: 'grid',
      gridTemplateColumns: '1.25rem minmax(0, 1fr)',
      columnGap: '3',
      alignItems: 'start',
      paddingBlock: '0.625rem',
      lineHeight: '1.5',
      cursor: 'pointer',
    },
    '& :is([type=radio], [type=checkbox])': {
      width: '1.25rem',
      height: '1.25rem',
      marginTop: '0.125rem',
      accentColor: 'var(--k-colors-action)',
      cursor: 'pointer',
    },
    '& :disabled': { opacity: '0.6', cursor: 'not-allowed' },
    // While the form is sent.
    '& :is(input, textarea)[readonly]': { color: 'muted' },
  },
  variants: {
    choices: {
      column: {},
      row: { '& [data-part=choices]': { flexDirection: 'row', flexWrap: 'wrap', columnGap: '6' } },
    },
  },
});

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
  /** `label` for one control, `legend` for a group of choices, `none` if the control has its own label. */
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
