import { earlySubmitMark } from 'kit/contracts/early-submit-mark';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a visitor has left in a page, before other HTML takes its place. */
export interface Entries {
  /** What was typed and chosen, by the name of each field and its place among those of that name. */
  values: ReadonlyMap<string, string | boolean>;
  /** The field that the visitor is in. */
  focused: string | undefined;
  /** Of each form of the page: how often it was sent and waits for its script, as its mark says; null for one that was not sent. */
  sent: readonly (string | null)[];
}

/** Entries, and whether the fields that they were made in have left the page. */
export interface FollowedEntries extends Entries {
  areLost: boolean;
}

const notStored = new Set(['file', 'password', 'hidden']);

/** Reads every field with a name, or those that are `wanted`, and where the visitor is. */
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
 * Reads what the visitor has changed now and again with each entry, until it is stopped, which gives the last ones. Before
 * React hears of them: it replaces a page that failed in the very event that a visitor types or enters a field with.
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
    // Chromium says it of a field that is just taken out of the page, and has no focus any more.
    if (type === 'change') entries.focused = focused;
  };
  for (const type of ['focusin', 'input', 'change', 'submit'])
    page.addEventListener(type, read, { capture: true, signal: following.signal });
  return () => {
    following.abort();
    return { ...entries, areLost: areLost() };
  };
}

/** Puts the entries into the same page, drawn anew: as a visitor would, so that scripts of the page hear of it. */
export function writeEntries(page: Document, { values, focused, sent }: Entries): void {
  for (const [key, field] of keyedFields(page)) {
    const value = values.get(key);
    if (typeof value === 'string') type(field, value);
    // A radio button is undone by choosing another one.
    else if (isToggle(field) && value !== undefined && field.checked !== value && (value || field.type === 'checkbox'))
      field.click();
    if (key === focused && page.activeElement === page.body) field.focus({ preventScroll: true });
  }
  // Forms look for the mark in an effect, which comes after this.
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

/** Not as the server has sent it. */
function isChanged(field: Field): boolean {
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
  // React puts a property of its own before the browser's, and would take the value for one that it knows already.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
