import { useRef } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { controlId, useFormScope } from './form-scope.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Reads what a visitor entered into a server-rendered control before the script loaded.
 * @returns undefined if the control still holds the server's value. Values that the browser restores after a reload or
 * "back" count as entered.
 */
function readEarlyInput(control: Control): unknown {
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

/** Connects a control to its form by name. */
export function useControl(name: string) {
  const { register, setValue, control } = useFormContext();
  const { errors, defaultValues } = useFormState({ control, name, exact: true });
  const { id: scopeId, early } = useFormScope();
  const attached = useRef(new WeakSet<Control>());
  const registered = register(name);
  const id = controlId(scopeId, name);
  const { message } = (get(errors, name) ?? {}) as { message?: unknown }; // the result of `get` is untyped

  /** Reads the visitor's input before react-hook-form overwrites it with the default value. */
  function readEarly(element: Control, names: Set<string>) {
    if (attached.current.has(element)) return;
    attached.current.add(element);
    const typed = readEarlyInput(element);
    if (typed === undefined) return;
    names.add(name);
    setValue(name, typed, { shouldDirty: true });
  }

  function attach(element: Control | null) {
    if (element && early.names) readEarly(element, early.names);
    else if (element instanceof HTMLInputElement && element.defaultChecked) return attachTicked(element);
    return registered.ref(element);
  }

  /**
   * react-hook-form reads the value of a checkbox that is checked in the markup instead of setting it, which would lose a
   * later change or a restored draft. The attribute is kept, because the page detects changes with it.
   */
  function attachTicked(box: HTMLInputElement) {
    box.defaultChecked = false;
    registered.ref(box);
    box.defaultChecked = true;
  }

  return {
    id,
    error: typeof message === 'string' ? message : undefined,
    defaultValue: get(defaultValues, name) as unknown,
    bind: { name, onChange: registered.onChange, onBlur: registered.onBlur, ref: attach },
  };
}
