import { useRef } from 'react';
import { get, type RegisterOptions, useFormContext, useFormState } from 'react-hook-form';
import { type Control, readEarlyInput } from './early-input.ts';
import { controlId, useFormScope } from './form-scope.ts';

/** Ties one control to its form by name. */
export function useControl(name: string, options?: RegisterOptions) {
  const { register, setValue, control } = useFormContext();
  const { errors, defaultValues } = useFormState({ control, name, exact: true });
  const { id: scopeId, early } = useFormScope();
  const attached = useRef(new WeakSet<Control>());
  const registered = register(name, options);
  const id = controlId(scopeId, name);
  const { message } = (get(errors, name) ?? {}) as { message?: unknown }; // what `get` finds has no type

  /** Reads what the visitor typed before react-hook-form writes the default value over it. */
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
   * From a box that its markup has ticked, react-hook-form takes the value instead of giving it one: an answer that has
   * changed since, or came with a draft, would be lost. The mark itself stays: by it the page knows what a visitor changed.
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
