import { createContext, type ReactNode, useContext } from 'react';

/** With this many errors the summary is shown and focused. */
export const summaryThreshold = 3;

interface FormScope {
  /** Prefix of the form's ids, so that two forms with the same fields have different ids. */
  id: string;
  /**
   * Names of the fields with input from before the script loaded. It is undefined after the takeover, because controls that
   * mount later are empty.
   */
  early: { names: Set<string> | undefined };
  /** The label of each control by its id, for the links of the summary. */
  labels: Map<string, ReactNode>;
}

export const FormScopeContext = createContext<FormScope | null>(null);

export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext);
  if (!scope) throw new Error('A field needs a <Form> around it');
  return scope;
}

/** The id of a field's control, for its label and the summary's links. */
export function controlId(scopeId: string, name: string): string {
  return `${scopeId}${name}`;
}
