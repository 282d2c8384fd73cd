import { chakra } from '@chakra-ui/react/styled-system';
import { type FieldErrors, type FieldValues, useFormContext, useFormState } from 'react-hook-form';
import { List } from '../ui/text.tsx';
import { controlId, summaryThreshold, useFormScope } from './form-scope.ts';

/** The frame around errors of the whole form. */
export const ErrorBox = chakra('div', {
  base: {
    background: 'surface',
    border: '2px solid',
    borderColor: 'danger',
    borderRadius: 'sm',
    padding: 'min({spacing.5}, 5.2vw)',
    scrollMarginBottom: '4',
    '& > [data-part=title]': { fontWeight: '700' },
    '& ul': { marginTop: '2', display: 'grid' },
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '2.75rem',
      color: 'danger',
      textUnderlineOffset: '0.2em',
    },
  },
});

/**
 * Errors of the whole form: links to the invalid fields if there are three or more, or the server's message. The error of a
 * field is only shown beside the field.
 */
export function FormErrorSummary() {
  const { control, setFocus } = useFormContext();
  const { errors, submitCount } = useFormState({ control });
  const { id: scopeId, labels } = useFormScope();
  const messages = submitCount > 0 ? listMessages(errors) : [];
  const refused = errors.root?.server?.message;

  if (refused) {
    return (
      <ErrorBox role="alert">
        <p data-part="title">{refused}</p>
        <p>Nothing you typed is lost. Please send it again.</p>
      </ErrorBox>
    );
  }
  if (messages.length < summaryThreshold) return null;
  return (
    <ErrorBox role="group" tabIndex={-1} data-form-summary="" aria-labelledby={`${scopeId}-summary`}>
      <p id={`${scopeId}-summary`} data-part="title">
        {messages.length} fields need your attention
      </p>
      <List>
        {messages.map(({ name, message }: FieldMessage) => (
          <li key={name}>
            <a
              href={`#${controlId(scopeId, name)}`}
              onClick={(event) => {
                event.preventDefault();
                setFocus(name);
              }}
            >
              {labels.get(controlId(scopeId, name)) ?? message}
            </a>
          </li>
        ))}
      </List>
    </ErrorBox>
  );
}

export interface FieldMessage {
  /** The path of the field, which is the control's name: `email`, `vehicles.0.year`. */
  name: string;
  message: string;
}

/** All messages of a form in the order of its fields, including nested ones. */
export function listMessages(errors: FieldErrors<FieldValues>): FieldMessage[] {
  return collect(errors, []).filter(({ name }) => !name.startsWith('root'));
}

function collect(node: unknown, path: readonly string[]): FieldMessage[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('message' in node && typeof node.message === 'string' && 'type' in node) {
    return [{ name: path.join('.'), message: node.message }];
  }
  return Object.entries(node).flatMap(([key, child]) => (key === 'ref' ? [] : collect(child, [...path, key])));
}

/** The fields that the server's problem document names (`ApiError.problem`); empty if the failure has none. */
export function fieldsRefused(failure: unknown): { field: string; message: string }[] {
  // `Object` makes any value safe to read members of.
  const errors: unknown = Object(Object(failure).problem).errors;
  return Array.isArray(errors) ? errors : [];
}

/**
 * Focuses an element of a form and scrolls its whole field into view. By default Firefox does not scroll to a control that
 * is half visible, and WebKit shows a control without its label.
 */
export function focusInSight(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  bringIntoSight(element);
}

/** Scrolls by the smallest distance that shows an element with its label and its error below the header. */
export function bringIntoSight(element: HTMLElement): void {
  const field = element.closest<HTMLElement>('[data-field]');
  // In a group of choices that is higher than half the window, only the selected choice is shown.
  const shown = field && field.offsetHeight < window.innerHeight / 2 ? field : element;
  shown.scrollIntoView({ block: 'nearest' });
}

/** The first focusable control of a form with this name. */
export function findControl(form: HTMLFormElement, name: string): HTMLElement | undefined {
  return [...form.elements].find(
    (control): control is HTMLElement =>
      control instanceof HTMLElement && control.getAttribute('name') === name && !control.matches(':disabled'),
  );
}
