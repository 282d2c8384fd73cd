import { useRef } from 'react';
import { get, type RegisterOptions, useFormContext, useFormState } from 'react-hook-form';
import { type Control, readEarlyInput } from './early-input.ts';
import { controlId, useFormScope } from './form-scope.ts';

/** Connects a control to its form by name. */
export function useControl(name: string, options?: RegisterOptions) {
  const { register, setValue, control } = useFormContext();
  const { errors, defaultValues } = useFormState({ control, name, exact: true });
  const { id: scopeId, early } = useFormScope();
  const attached = useRef(new WeakSet<Control>());
  const registered = register(name, options);
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
