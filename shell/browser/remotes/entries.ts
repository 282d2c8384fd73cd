import { earlySubmitMark } from 'kit/early-submit';

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A visitor's input in a page, read before other HTML replaces the page. */
export interface Entries {
  /** Values by the field's name and its index among the fields with that name. */
  values: ReadonlyMap<string, string | boolean>;
  focused: string | undefined;
  /** The early-submit mark of each form: the number of submits that wait for its script. Null if there are none. */
  sent: readonly (string | null)[];
}

/** Entries, and whether their fields have left the page. */
export interface FollowedEntries extends Entries {
  areLost: boolean;
}

const notStored = new Set(['file', 'password', 'hidden']);

/** Reads the named fields that are `wanted`, and the focus. */
export function readEntries(page: Document, wanted: (field: Field) => boolean = () => true): Entries {
  const fields = keyedFields(page);
  return {
    values: new Map(
      fields
        .filter(([, field]) => wanted(field))
        .map(([key, field]) => [key, isToggle(field) ? field.checked : field.value]),
    ),
    focused: fields.find(([, field]) => field === page.activeElement)?.[0],
    sent: [...page.forms].map((form) => form.getAttribute(earlySubmitMark)),
  };
}

/**
 * Reads the visitor's input now and with each change, until the returned function stops it and returns the last entries.
 * Listeners run before React's, because React replaces a failed page within the event of an input or a focus.
 */
export function followEntries(page: Document): () => FollowedEntries {
  let entries = readEntries(page, isChanged);
  const following = new AbortController();
  const [first] = keyedFields(page).map(([, field]) => field);
  const areLost = () => first?.isConnected === false;
  const read = ({ type }: Event) => {
    if (areLost()) return;
    const { focused } = entries;
    entries = readEntries(page, isChanged);
    // Chromium fires this for a field that is being removed and has lost the focus.
    if (type === 'change') entries.focused = focused;
  };
  for (const type of ['focusin', 'input', 'change', 'submit'])
    page.addEventListener(type, read, { capture: true, signal: following.signal });
  return () => {
    following.abort();
    return { ...entries, areLost: areLost() };
  };
}

/**
 * Writes the entries into a newly rendered copy of the page. It dispatches the events of a visitor's input, so that the
 * page's scripts notice.
 */
export function writeEntries(page: Document, { values, focused, sent }: Entries): void {
  for (const [key, field] of keyedFields(page)) {
    const value = values.get(key);
    if (typeof value === 'string') type(field, value);
    // A radio button can only be reset by selecting another one.
    else if (isToggle(field) && value !== undefined && field.checked !== value && (value || field.type === 'checkbox'))
      field.click();
    if (key === focused && page.activeElement === page.body) field.focus({ preventScroll: true });
  }
  // Forms read the mark in an effect, which runs later.
  for (const [index, form] of [...page.forms].entries()) {
    const mark = sent[index] ?? null;
    if (mark === null) form.removeAttribute(earlySubmitMark);
    else form.setAttribute(earlySubmitMark, mark);
  }
}

function keyedFields(page: Document): [key: string, field: Field][] {
  const counts = new Map<string, number>();
  return [...page.querySelectorAll<Field>('input[name], textarea[name], select[name]')]
    .filter(({ type }) => !notStored.has(type))
    .map((field) => {
      const name = isToggle(field) ? `${field.name}=${field.value}` : field.name;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [`${name} ${count}`, field];
    });
}

/** True if the field differs from what the server sent. */
export function isChanged(field: Field): boolean {
  if (isToggle(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const options = [...field.options];
  return field.value !== (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

function isToggle(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function type(field: Field, value: string): void {
  if (field.value === value) return;
  // React overrides the property on the element, and would ignore a value that was set through its override.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
