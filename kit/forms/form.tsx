import { chakra } from '@chakra-ui/react';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
// By its public name: the page has one store, whichever bundle this form came in.
import { expectToasts } from 'kit/toast/store';
import {
  type KeyboardEvent as Keys,
  type MouseEvent as Press,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useForm,
  useFormState,
} from 'react-hook-form';
import type { FormContext } from '../contracts/form-context.ts';
import { errorSummaryRecipe, formRecipe } from '../theme/recipes/field.ts';
import { List } from '../ui/list.ts';
import { replayEarlySubmit } from './early-submit.ts';
import { bringIntoSight, findControl, focusInSight } from './focus-in-sight.ts';
import { type FieldMessage, fieldsRefused, listMessages } from './form-errors.ts';
import { Trap, useContextReader } from './form-origin.tsx';
import { FormScopeContext, summaryThreshold } from './form-scope.ts';

const Root = chakra('form', formRecipe);
const ErrorBox = chakra('div', errorSummaryRecipe);

/** Any standard schema; ours are made with `zod/mini` in `kit/contracts`. */
type Schema<Input extends FieldValues, Output> = Parameters<typeof standardSchemaResolver<Input, unknown, Output>>[0];

interface FormProps<Input extends FieldValues, Output> {
  schema: Schema<Input, Output>;
  /** What the fields hold at first and after a reset; fields not named are empty. */
  defaultValues?: { readonly [Name in keyof Input]?: unknown } | undefined;
  /**
   * Gets the parsed values, and what the form knows of itself for `postJson`. While its promise is pending the form
   * cannot be sent again.
   */
  onSubmit: (values: Output, formContext: FormContext) => Promise<void> | void;
  /**
   * When `onSubmit` rejected: everything typed is still there. Fields that the server's problem document names are
   * marked already. Without it the summary shows the error's message.
   */
  onFailure?: ((error: unknown) => void) | undefined;
  /** `reset` (unless given) empties the form after a success, `keep` leaves it. */
  afterSuccess?: 'reset' | 'keep' | undefined;
  /** Fields that the page does not show have their errors at the form's top, unless the page lists all errors itself. */
  errorsOfAbsentFields?: 'at the top' | 'listed by the page' | undefined;
  /** Names the form for screen readers, where no heading does. */
  label?: string | undefined;
  children: ReactNode;
}

/**
 * A form that checks with a schema. It is posted by method `post` before its script arrives, so that nothing personal
 * reaches an address; what was typed until then is taken over, and an early submit is sent again.
 */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { schema, defaultValues, onSubmit, onFailure, afterSuccess = 'reset', label, children } = props;
  const { errorsOfAbsentFields = 'at the top' } = props;
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver<Input, unknown, Output>(schema),
    // Names only are checked: an empty choice is no value of its schema yet.
    defaultValues: (defaultValues ?? {}) as DefaultValues<Input>,
    shouldFocusError: false,
  });
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  const early = useRef<{ names: Set<string> | undefined }>({ names: new Set() }).current;
  const scope = useMemo(() => ({ id, early, labels: new Map<string, ReactNode>() }), [id, early]);
  const isEmptied = useRef(false);
  const readContext = useContextReader(element);
  useEffect(expectToasts, []);
  useTakeOver(form, element, early);
  const setFocus = useFocusInSight(element);

  async function handleValid(values: Output) {
    try {
      await onSubmit(values, readContext());
    } catch (failure) {
      showFailure(form, failure, onFailure);
      return;
    }
    if (afterSuccess !== 'reset') return;
    isEmptied.current = true;
    form.reset();
  }

  /** Who double-clicks, or lets Enter repeat, means the form as it was, not the one that was emptied between the presses. */
  function stopSecondPress(event: Press | Keys) {
    const { target, nativeEvent } = event;
    const isSecond =
      nativeEvent instanceof KeyboardEvent
        ? nativeEvent.key === 'Enter' && nativeEvent.repeat && target instanceof HTMLInputElement
        : event.detail > 1;
    if (isSecond && isEmptied.current) event.preventDefault();
  }

  return (
    <FormScopeContext value={scope}>
      {/* The context is not generic; the fields know their values by name only. */}
      <FormProvider {...(form as unknown as UseFormReturn)} setFocus={setFocus}>
        <Root
          ref={element}
          method="post"
          noValidate
          data-kit-form=""
          aria-label={label}
          onSubmit={form.handleSubmit(handleValid)}
          onClickCapture={stopSecondPress}
          onKeyDown={stopSecondPress}
          onInput={() => {
            isEmptied.current = false;
          }}
          onKeyUp={({ key, target }) => key === 'Tab' && target instanceof HTMLElement && bringIntoSight(target)}
          // An early submit has left its mark on it.
          suppressHydrationWarning
        >
          <Refusal control={form.control} element={element} showsAbsent={errorsOfAbsentFields === 'at the top'} />
          {children}
          <Trap />
        </Root>
      </FormProvider>
    </FormScopeContext>
  );
}

function showFailure<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  failure: unknown,
  onFailure: ((error: unknown) => void) | undefined,
) {
  const setError = form.setError as (name: string, error: { type: string; message: string }) => void;
  for (const { field, message } of fieldsRefused(failure)) setError(field, { type: 'server', message });
  if (onFailure) onFailure(failure);
  else
    setError('root.server', { type: 'server', message: failure instanceof Error ? failure.message : String(failure) });
}

interface RefusalProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>;
  element: RefObject<HTMLFormElement | null>;
  showsAbsent: boolean;
}

/**
 * After a refused submit the first wrong field has the focus; with many, the summary takes it instead. What is wrong with a field
 * that the page does not have is said here, or nobody would know why the form is not sent. A component of its own, since whoever
 * watches the state of a form is rendered with it: a submit would render every field, twice.
 */
function Refusal<Input extends FieldValues, Output>({ control, element, showsAbsent }: RefusalProps<Input, Output>) {
  const { submitCount, isSubmitting, errors } = useFormState({ control });
  const [absent, setAbsent] = useState<readonly FieldMessage[]>([]);
  const seen = useRef(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSubmitting || submitCount === seen.current) return;
    seen.current = submitCount;
    const messages = listMessages(errors);
    const form = element.current;
    setAbsent(form && showsAbsent ? messages.filter(({ name }) => !hasControl(form, name)) : []);
    if (messages.length === 0) return;
    const summary = form?.querySelector<HTMLElement>('[data-form-summary]');
    const firstWrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
    const target = messages.length >= summaryThreshold && summary ? summary : firstWrong;
    if (target) focusInSight(target);
  }, [submitCount, isSubmitting, errors, element, showsAbsent]);
  useEffect(() => {
    if (absent.length > 0 && box.current) focusInSight(box.current);
  }, [absent]);
  if (absent.length === 0) return null;
  return (
    <ErrorBox ref={box} role="alert" tabIndex={-1}>
      <p data-part="title">This form cannot be sent. Something that it does not ask for is missing or wrong:</p>
      <List>
        {absent.map(({ name, message }) => (
          <li key={name}>
            {name}: {message}
          </li>
        ))}
      </List>
    </ErrorBox>
  );
}

/** Of a list, `likedWebsites` stands for `likedWebsites.0`, which the page may have. */
function hasControl(form: HTMLFormElement, name: string): boolean {
  return [...form.elements].some((control) => {
    const own = control.getAttribute('name');
    return own === name || own?.startsWith(`${name}.`);
  });
}

/** What the fields know as `setFocus`: react-hook-form's own leaves the scrolling to the browser. */
function useFocusInSight(element: RefObject<HTMLFormElement | null>) {
  return useCallback(
    (name: string) => {
      // Like react-hook-form's: after what is being rendered now, which may bring the control or make it ready.
      setTimeout(() => {
        const control = element.current && findControl(element.current, name);
        if (control) focusInSight(control);
      });
    },
    [element],
  );
}

/** Once the fields are there: tells who watches them what was typed early, then sends what was sent early. */
function useTakeOver<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  element: RefObject<HTMLFormElement | null>,
  early: { names: Set<string> | undefined },
) {
  const { setValues, getValues } = form;
  useEffect(() => {
    // Setting a value that is there already tells nobody; setting all of them tells every watcher.
    if (early.names && early.names.size > 0) setValues(getValues(), { shouldDirty: true });
    // From now on what a control holds is the form's doing, and half of it while react-hook-form fills a group in.
    early.names = undefined;
    if (element.current) replayEarlySubmit(element.current);
  }, [setValues, getValues, element, early]);
}
