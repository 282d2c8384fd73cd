import { type ComponentType, memo, type ReactNode, Suspense, use, useMemo, useSyncExternalStore } from 'react';
import { formMissedEvent } from '../contracts/form-missed-event.ts';
import { loadWhileHere } from '../leaving/index.ts';
import { firstTouch, holdPresses, isTouched } from './still-forms.ts';

export { wakeForms } from './still-forms.ts';

/** Between two tries for a form that did not come, in milliseconds. */
const firstWait = 1000;
const longestWait = 16_000;
/** What has not come by then may never: it is asked for beside it; in milliseconds. */
const slow = 10_000;

interface Loading {
  /** @throws what the import throws; the next call is a new try. */
  load: () => Promise<unknown>;
}

/**
 * A form whose code comes when the visitor turns to it. On the first page of a tab the server's HTML of it stands until then:
 * it takes what is typed, and what is sent and pressed meanwhile is kept. Every other page comes with its forms, which it names:
 * `Page.lateForms = [ThisForm]`.
 *
 * @param isWanted true where the form has something to say to a visitor who has not touched it: a draft, for example.
 *
 * Whatever renders above it again must give it the same props: React hydrates it late only while nothing about it changes.
 */
export function lateForm<Props extends object>(
  importForm: () => Promise<ComponentType<Props>>,
  isWanted: () => boolean = () => false,
): ComponentType<Props> & Loading {
  // What it takes is checked here; below, all forms are one.
  const code = new FormCode(importForm as () => Promise<ComponentType<object>>, isWanted);
  if (typeof document === 'object') {
    holdPresses();
    // Beside the rest of the page's scripts, for a visitor who was faster than they. Asked for again when it is needed.
    if (isWanted() || isTouched()) code.load().catch(() => {});
  }
  return Object.assign((props: Props) => <LateForm code={code} {...props} />, { load: () => code.load() });
}

/** The code of one form, and how far it has come. */
class FormCode {
  readonly #import: () => Promise<ComponentType<object>>;
  readonly #isWanted: () => boolean;
  #loading: Promise<ComponentType<object>> | undefined;
  #waiting: Promise<ComponentType<object>> | undefined;

  constructor(importForm: () => Promise<ComponentType<object>>, isWanted: () => boolean) {
    this.#import = importForm;
    this.#isWanted = isWanted;
  }

  load(): Promise<ComponentType<object>> {
    if (this.#loading) return this.#loading;
    const loading = this.#import();
    this.#loading = loading;
    loading.then(
      // Read by React: what is there already is drawn at once.
      (value) => Object.assign(loading, { status: 'fulfilled', value }),
      () => {
        this.#loading = undefined;
      },
    );
    return loading;
  }

  loadAtTouch(): Promise<ComponentType<object>> {
    this.#waiting ??= (this.#isWanted() ? Promise.resolve() : firstTouch()).then(() => untilThere(() => this.load()));
    return this.#waiting;
  }
}

interface LateFormProps {
  code: FormCode;
}

const LateForm = memo(function LateForm(props: LateFormProps) {
  return (
    <Suspense>
      <Inside {...props} />
    </Suspense>
  );
});

function Inside(props: LateFormProps): ReactNode {
  const { code } = props;
  const isHydrating = useSyncExternalStore(never, inBrowser, fromServer) && typeof document === 'object';
  const Form = use(isHydrating ? code.loadAtTouch() : code.load());
  return useMemo(() => {
    const { code: _code, ...own } = props;
    return <Form {...own} />;
  }, [Form, props]);
}

const never = () => () => {};
const inBrowser = () => false;
const fromServer = () => true;

/** The visitor may be typing: what does not come is asked for until it does, and told once. */
async function untilThere<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const nudge = setTimeout(tellMissed, slow);
    try {
      return await loadWhileHere(load);
    } catch (error) {
      if (tries === 0) {
        // To whoever listens for errors that nobody catches.
        setTimeout(() => {
          throw error;
        });
      }
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(firstWait * 2 ** tries, longestWait));
        addEventListener('online', resolve, { once: true });
      });
      forgetThrown();
      tellMissed();
    } finally {
      clearTimeout(nudge);
    }
  }
}

/** The bundler's runtime of the remote that this is a part of; there is none in Jest. */
declare const __webpack_require__: { c: Record<string, { error?: unknown }> } | undefined;

/** A module that threw, as one of its shared modules did not come, throws the same at every import: the bundler keeps it. */
function forgetThrown(): void {
  if (typeof __webpack_require__ === 'undefined') return;
  const { c: modules } = __webpack_require__;
  for (const [id, { error }] of Object.entries(modules)) if (error !== undefined) delete modules[id];
}

const tellMissed = () => document.dispatchEvent(new Event(formMissedEvent));
