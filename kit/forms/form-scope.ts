import { createContext, type ReactNode, useContext } from 'react';

/** From this many errors on, the summary is shown and takes the focus. */
export const summaryThreshold = 3;

interface FormScope {
  /** Makes ids of one form different from those of another with the same fields. */
  id: string;
  /** Fields that held something before the script arrived; gone once the form is taken over: controls that come later are blank. */
  early: { names: Set<string> | undefined };
  /** What each control is called, by its id: the summary names fields by it. */
  labels: Map<string, ReactNode>;
}

export const FormScopeContext = createContext<FormScope | null>(null);

export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext);
  if (!scope) throw new Error('A field needs a <Form> around it');
  return scope;
}

/** Id of a field's control: what its label and the summary's links point at. */
export function controlId(scopeId: string, name: string): string {
  return `${scopeId}${name}`;
}
