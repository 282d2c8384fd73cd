type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a visitor has typed and chosen in a page, by the name of each field and its place among those of that name. */
export type Entries = ReadonlyMap<string, string | boolean>;

const unkept = new Set(['file', 'password', 'hidden', 'submit', 'button', 'reset', 'image']);

/** Reads every field with a name, before other HTML takes the place of the page. */
export function readEntries(page: ParentNode): Entries {
  return new Map(keyedFields(page).map(([key, field]) => [key, isToggle(field) ? field.checked : field.value]));
}

/** Entries that are kept up with what is typed, until they are put into the page that was drawn anew. */
export interface FollowedEntries {
  stop: () => void;
  write: () => void;
}

/**
 * Reads every field now and again with each entry, and notes where the visitor is. Before React hears of it: it
 * replaces a page that failed in the very event that a visitor types or enters a field with.
 */
export function followEntries(page: Document): FollowedEntries {
  let entries: Entries;
  let focused: string | undefined;
  const read = () => {
    entries = readEntries(page);
    focused = keyedFields(page).find(([, field]) => field === page.activeElement)?.[0];
  };
  const types = ['focusin', 'input', 'change'] as const;
  read();
  for (const type of types) page.addEventListener(type, read, true);
  const stop = () => {
    for (const type of types) page.removeEventListener(type, read, true);
  };
  return {
    stop,
    write() {
      stop();
      writeEntries(page, entries);
      const field = keyedFields(page).find(([key]) => key === focused)?.[1];
      if (page.activeElement === page.body) field?.focus({ preventScroll: true });
    },
  };
}

/** Puts the entries into the same page, drawn anew: as a visitor would, so that scripts of the page hear of it. */
export function writeEntries(page: ParentNode, entries: Entries): void {
  for (const [key, field] of keyedFields(page)) {
    const entry = entries.get(key);
    if (typeof entry === 'string') type(field, entry);
    // A radio button is undone by choosing another one.
    else if (isToggle(field) && entry !== undefined && field.checked !== entry && (entry || field.type === 'checkbox'))
      field.click();
  }
}

function keyedFields(page: ParentNode): [key: string, field: Field][] {
  const counts = new Map<string, number>();
  const fields = [...page.querySelectorAll<Field>('input[name], textarea[name], select[name]')];
  return fields
    .filter(({ type }) => !unkept.has(type))
    .map((field) => {
      const name = isToggle(field) ? `${field.name}=${field.value}` : field.name;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [`${name} ${count}`, field];
    });
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
