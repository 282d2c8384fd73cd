import { dialogsOf } from 'kit/dialog-entry';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { stepCount } from '../../content/steps.ts';

/** The state of a navigation between steps: the field to focus on the new step. */
export interface StepState {
  focus?: string;
}

/** The step of a URL: `?step=3`. A missing or invalid step is the first. */
export function readStep(search: URLSearchParams): number {
  const value = search.get('step') ?? '';
  return /^[1-9]$/.test(value) && Number(value) <= stepCount ? Number(value) : 1;
}

/** The query for a step. It keeps all other parameters; the first step has no number. */
export function searchOf(step: number, current: URLSearchParams): string {
  const search = new URLSearchParams(current);
  if (step === 1) search.delete('step');
  else search.set('step', String(step));
  return search.size > 0 ? `?${search}` : '';
}

/** The current step is in the URL, so that Back goes one step back. */
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
    /** Another for each navigation between steps; null at an anchor and while a dialog is open, which are navigations as well. */
    visit: dialogsOf(location) || location.hash ? null : key,
    // Only links between steps set a state on this page.
    focus: (state as StepState | null)?.focus,
  };
}
