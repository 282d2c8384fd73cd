/** A form control of the page, as the browser has it. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What a visitor put into a server-rendered control before its script arrived, or undefined when it still holds
 * what the server wrote. Browsers also restore values on reload and on "back": those count as well.
 */
export function readEarlyInput(control: Control): unknown {
  if (control instanceof HTMLSelectElement) return readSelect(control);
  if (control instanceof HTMLTextAreaElement) return differs(control.value, control.defaultValue);
  if (control.type === 'file') return control.files?.length ? control.files : undefined;
  if (control.type === 'checkbox') return readCheckbox(control);
  if (control.type === 'radio') return control.checked && !control.defaultChecked ? control.value : undefined;
  return differs(control.value, control.defaultValue);
}

function differs(value: string, written: string): string | undefined {
  return value === written ? undefined : value;
}

function readSelect(control: HTMLSelectElement): string | undefined {
  const written = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
  return differs(control.value, written?.value ?? '');
}

/** A lone checkbox is true or false; several of one name are the list of the ticked values. */
function readCheckbox(control: HTMLInputElement): boolean | string[] | undefined {
  const group = [...(control.form?.elements ?? [])].filter(
    (element) => element instanceof HTMLInputElement && element.type === 'checkbox' && element.name === control.name,
  ) as HTMLInputElement[]; // the filter above lets nothing else through
  if (group.every((box) => box.checked === box.defaultChecked)) return undefined;
  if (control.dataset.several === undefined) return control.checked;
  return group.filter((box) => box.checked).map((box) => box.value);
}
