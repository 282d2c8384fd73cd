import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';

interface ChoiceFormProps {
  /** What is chosen already and stays in the address. */
  chosen?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/**
 * Buttons that write their name and value into the address, so that Back works and a choice can be linked. A real
 * GET form: without a script the browser does the same by itself.
 */
export function ChoiceForm({ chosen = {}, children }: ChoiceFormProps) {
  const navigate = useNavigate();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent; // React gives the submit event no type of its own
    const query = new URLSearchParams(chosen);
    if (submitter instanceof HTMLButtonElement && submitter.name) query.set(submitter.name, submitter.value);
    navigate({ search: query.toString() }, { preventScrollReset: true, viewTransition: true, flushSync: true });
  }

  return (
    <form method="get" onSubmit={handleSubmit}>
      {Object.entries(chosen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
