export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Reads what a visitor entered into a server-rendered control before the script loaded.
 * @returns undefined if the control still holds the server's value. Values that the browser restores after a reload or
 * "back" count as entered.
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

/** A single checkbox is true or false; several with one name are the list of the checked values. */
function readCheckbox(control: HTMLInputElement): boolean | string[] | undefined {
  const group = [...(control.form?.elements ?? [])].filter(
    (element) => element instanceof HTMLInputElement && element.type === 'checkbox' && element.name === control.name,
  ) as HTMLInputElement[]; // the selector only finds inputs
  if (group.every((box) => box.checked === box.defaultChecked)) return undefined;
  if (control.dataset.several === undefined) return control.checked;
  return group.filter((box) => box.checked).map((box) => box.value);
}
