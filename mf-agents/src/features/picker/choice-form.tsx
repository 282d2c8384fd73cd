import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';

interface ChoiceFormProps {
  /** Earlier choices, which stay in the URL. */
  chosen?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/**
 * Buttons that write their name and value into the URL, so that Back works and a choice can be linked. It is a real GET
 * form, which works without scripts.
 */
export function ChoiceForm({ chosen = {}, children }: ChoiceFormProps) {
  const navigate = useNavigate();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent; // React's submit event has no type of its own
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
