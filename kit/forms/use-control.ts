import { useRef } from 'react';
import { get, type RegisterOptions, useFormContext, useFormState } from 'react-hook-form';
import { type Control, readEarlyInput } from './early-input.ts';
import { controlId, useFormScope } from './form-scope.ts';

/** Ties one control to its form by name. */
export function useControl(name: string, options?: RegisterOptions) {
  const { register, setValue, control } = useFormContext();
  const { errors, defaultValues } = useFormState({ control, name, exact: true });
  const { id: scopeId, earlyNames } = useFormScope();
  const attached = useRef(new WeakSet<Control>());
  const registered = register(name, options);
  const id = controlId(scopeId, name);
  const { message } = (get(errors, name) ?? {}) as { message?: unknown }; // what `get` finds has no type

  /** Reads what the visitor typed before react-hook-form writes the default value over it. */
  function attach(element: Control | null) {
    if (element && !attached.current.has(element)) {
      attached.current.add(element);
      const early = readEarlyInput(element);
      if (early !== undefined) {
        earlyNames.add(name);
        setValue(name, early, { shouldDirty: true });
      }
    }
    registered.ref(element);
  }

  return {
    id,
    error: typeof message === 'string' ? message : undefined,
    defaultValue: get(defaultValues, name) as unknown,
    bind: { name, onChange: registered.onChange, onBlur: registered.onBlur, ref: attach },
  };
}
