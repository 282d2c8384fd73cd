import { chakra } from '@chakra-ui/react/styled-system';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
// The import uses the public name, so that all bundles of a page share one store.
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
import { consentVersion, type FormContext } from '../contracts/form-context.ts';
import { List } from '../ui/text.tsx';
import { replayEarlySubmit } from './early-submit.ts';
import {
  bringIntoSight,
  ErrorBox,
  type FieldMessage,
  fieldsRefused,
  findControl,
  focusInSight,
  listMessages,
} from './form-errors.tsx';
import { FormScopeContext, summaryThreshold } from './form-scope.ts';

/**
 * A name that bots expect in a contact form, and that no browser or password manager fills in. Their heuristics match parts
 * of names: Safari's contact card has `nickname`, and Chromium (`name_field`) and Firefox (`HeuristicsRegExp`) match
 * `name`. The API only gets the value.
 */
const trapName = 'topic';

/**
 * The field is not displayed at all: browsers also fill in focusable fields far off screen despite `autocomplete=off`, and
 * Safari does so silently. A bot that reads only markup cannot see the difference.
 */
const Unseen = chakra('div', { base: { display: 'none' } });

/** A honeypot field, which people cannot see or reach and browsers do not fill in. */
function Trap() {
  return (
    <Unseen>
      <input name={trapName} autoComplete="off" defaultValue="" />
    </Unseen>
  );
}

/** Reads what the form knows of itself (`kit/contracts/form-context`). */
function readContext(form: HTMLFormElement | null): FormContext {
  return {
    page: window.location.pathname,
    consent: consentVersion,
    // Since the document was opened: a form that comes back filled in may be sent at once.
    fillMs: Math.round(performance.now()),
    trap: form?.querySelector<HTMLInputElement>(`[name=${trapName}]`)?.value ?? '',
  };
}

const Root = chakra('form', {
  base: { display: 'flex', flexDirection: 'column', gap: '6', width: '100%', maxWidth: 'measure' },
});

/** Any standard schema; `kit/contracts` makes ours with `zod/mini`. */
type Schema<Input extends FieldValues, Output> = Parameters<typeof standardSchemaResolver<Input, unknown, Output>>[0];

interface FormProps<Input extends FieldValues, Output> {
  schema: Schema<Input, Output>;
  /** Initial values, also after a reset; all other fields are empty. */
  defaultValues?: { readonly [Name in keyof Input]?: unknown } | undefined;
  /**
   * Gets the parsed values and the form context for `postJson`. The form cannot be submitted again while the promise is
   * pending.
   */
  onSubmit: (values: Output, formContext: FormContext) => Promise<void> | void;
  /**
   * Called when `onSubmit` rejects. The form keeps its input, and the fields of the server's problem document are marked.
   * Without this prop the summary shows the error's message.
   */
  onFailure?: ((error: unknown) => void) | undefined;
  /** `reset` (default) empties the form after a success; `keep` does not. */
  afterSuccess?: 'reset' | 'keep' | undefined;
  /** Errors of fields that the page does not render are shown at the top of the form, unless the page lists all errors. */
  errorsOfAbsentFields?: 'at the top' | 'listed by the page' | undefined;
  /** The form's accessible name, if no heading gives one. */
  label?: string | undefined;
  /** For a form that gives way to its confirmation. */
  hidden?: boolean | undefined;
  children: ReactNode;
}

/**
 * A form that validates with a schema. Before its script loads it is posted with method `post`, so that personal data never
 * becomes part of a URL. The script takes over earlier input and repeats an early submit.
 */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { schema, defaultValues, onSubmit, onFailure, afterSuccess = 'reset', label, hidden, children } = props;
  const { errorsOfAbsentFields = 'at the top' } = props;
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver<Input, unknown, Output>(schema),
    // The cast checks names only, because the empty value of a choice is not a value of its schema.
    defaultValues: (defaultValues ?? {}) as DefaultValues<Input>,
    shouldFocusError: false,
  });
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  const early = useRef<{ names: Set<string> | undefined }>({ names: new Set() }).current;
  const scope = useMemo(() => ({ id, early, labels: new Map<string, ReactNode>() }), [id, early]);
  const isEmptied = useRef(false);
  useEffect(expectToasts, []);
  useTakeOver(form, element, early);
  const setFocus = useFocusInSight(element);

  async function handleValid(values: Output) {
    const release = holdFields(element.current);
    try {
      await onSubmit(values, readContext(element.current));
    } catch (failure) {
      showFailure(form, failure, onFailure);
      return;
    } finally {
      release();
    }
    if (afterSuccess !== 'reset') return;
    isEmptied.current = true;
    form.reset();
  }

  /** A double click or a repeated Enter must not submit the form that the first press has reset. */
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
      {/* React contexts are not generic; fields only use names. */}
      <FormProvider {...(form as unknown as UseFormReturn)} setFocus={setFocus}>
        <Root
          ref={element}
          method="post"
          noValidate
          data-kit-form=""
          aria-label={label}
          hidden={hidden}
          onSubmit={form.handleSubmit(handleValid)}
          onClickCapture={stopSecondPress}
          onKeyDown={stopSecondPress}
          onInput={() => {
            isEmptied.current = false;
          }}
          onKeyUp={({ key, target }) => key === 'Tab' && target instanceof HTMLElement && bringIntoSight(target)}
          // An early submit has added its attribute to the form.
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

/**
 * Keeps the fields of a form as they are while it is sent: what is typed or chosen then would be in no request, and a success
 * empties the form. They keep the focus, unlike disabled ones.
 */
function holdFields(form: HTMLFormElement | null): () => void {
  const texts = form?.querySelectorAll<HTMLInputElement>('input:read-write, textarea:read-write') ?? [];
  const selects = new Map(Array.from(form?.querySelectorAll('select') ?? [], (select) => [select, select.value]));
  const undoChoice = (event: Event) => {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement)) return;
    target.value = selects.get(target) ?? target.value;
    event.stopPropagation();
  };
  const refuseTick = (event: Event) => {
    if (event.target instanceof HTMLInputElement) event.preventDefault();
  };
  const setHeld = (isHeld: boolean) => {
    for (const text of texts) {
      text.readOnly = isHeld;
      // A space that nothing takes would scroll the page.
      text.onkeydown = isHeld ? ({ key }) => key !== ' ' : null;
    }
    const listen = isHeld ? form?.addEventListener : form?.removeEventListener;
    listen?.call(form, 'change', undoChoice, true);
    listen?.call(form, 'click', refuseTick, true);
  };
  setHeld(true);
  return () => setHeld(false);
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
 * After a rejected submit the first invalid field gets the focus, or the summary if there are many errors. Errors of fields
 * that the page does not render are shown here. This is a separate component because subscribing to the form's state
 * re-renders the subscriber; in `Form` each submit would render every field twice.
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

/** For a list, the error of `likedWebsites` matches the control `likedWebsites.0`. */
function hasControl(form: HTMLFormElement, name: string): boolean {
  return [...form.elements].some((control) => {
    const own = control.getAttribute('name');
    return own === name || own?.startsWith(`${name}.`);
  });
}

/** Provides `setFocus` to the fields: react-hook-form's own leaves scrolling to the browser. */
function useFocusInSight(element: RefObject<HTMLFormElement | null>) {
  return useCallback(
    (name: string) => {
      // The timeout runs after the current render, which may add or enable the control. react-hook-form does the same.
      setTimeout(() => {
        const control = element.current && findControl(element.current, name);
        if (control) focusInSight(control);
      });
    },
    [element],
  );
}

/** After the fields have mounted: notifies subscribers of early input, then submits the form if it was submitted early. */
function useTakeOver<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  element: RefObject<HTMLFormElement | null>,
  early: { names: Set<string> | undefined },
) {
  const { setValues, getValues } = form;
  useEffect(() => {
    // Setting an unchanged value notifies no subscriber; setting all values notifies every one.
    if (early.names && early.names.size > 0) setValues(getValues(), { shouldDirty: true });
    // From here on a control holds what the form wrote, possibly half of it while react-hook-form fills in a group.
    early.names = undefined;
    if (element.current) replayEarlySubmit(element.current);
  }, [setValues, getValues, element, early]);
}
