import { dialogsOf } from 'kit/dialog-entry';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { stepCount } from '../../content/steps.ts';

/** What a navigation between steps carries: the field that should have the focus when the step is there. */
export interface StepState {
  focus?: string;
}

/** The step of an address: `?step=3`; none, or one that does not exist, is the first. */
export function readStep(search: URLSearchParams): number {
  const value = search.get('step') ?? '';
  return /^[1-9]$/.test(value) && Number(value) <= stepCount ? Number(value) : 1;
}

/** Query of a step that keeps everything else in the address; the first step needs no number. */
export function searchOf(step: number, current: URLSearchParams): string {
  const search = new URLSearchParams(current);
  if (step === 1) search.delete('step');
  else search.set('step', String(step));
  return search.size > 0 ? `?${search}` : '';
}

/** The current step is in the address, so that the browser's Back goes one step back. */
export function useStep() {
  const [search] = useSearchParams();
  const location = useLocation();
  const { key, state } = location;
  const navigate = useNavigate();
  const toStep = (step: number) => ({ search: searchOf(step, search) });
  return {
    step: readStep(search),
    toStep,
    // Without a view transition: the browser takes no presses while it draws the old step.
    goTo: (step: number) => void navigate(toStep(step), { preventScrollReset: true }),
    /** Another for each navigation between steps; null while a dialog is open, which is a navigation as well. */
    visit: dialogsOf(location) ? null : key,
    // Only links between steps set a state on this page.
    focus: (state as StepState | null)?.focus,
  };
}
