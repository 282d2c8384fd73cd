import { parsePlan } from 'kit/contracts/canary-plan';
import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import type { Acts } from '../../../platform/index.ts';

/** Why a form was not carried out; the message is for the person who filled it in. */
export class FormProblem extends Error {
  override readonly name = 'FormProblem';
  readonly status: number;

  constructor(message: string, status = 422) {
    super(message);
    this.status = status;
  }
}

export const longestReason = 500;
/** The duration of a step of a plan when the form gives none. */
const usualStep = '10m';

/** Fields that each page fills in by itself. */
const own = ['csrf', 'expect', 'sure', 'told', 'typed'];

/** Gives the fields of a form to fill in again, without the token of the session and the revision that was seen. */
export function typedOf(form: URLSearchParams): URLSearchParams {
  const typed = new URLSearchParams();
  for (const [name, value] of form) if (!own.includes(name)) typed.append(name, value);
  return typed;
}

/** Gives the fields of a form that {@link readAct} needs, for an act that is confirmed or approved later. */
export function formToKeep(form: URLSearchParams): URLSearchParams {
  const kept = typedOf(form);
  kept.set('expect', form.get('expect') ?? '');
  return kept;
}

/**
 * Reads the request of a form.
 *
 * @throws FormProblem
 */
export function readAct(act: Acts.Act, form: URLSearchParams, by: string): Acts.ActRequest {
  const reason = (form.get('reason') ?? '').trim();
  if (reason === '') throw new FormProblem(`${act.title} needs a reason for the log.`);
  if (reason.length > longestReason) {
    throw new FormProblem(`A reason has at most ${longestReason} characters, this one ${reason.length}.`);
  }
  const expect = form.get('expect') ?? '';
  if (!/^\d{1,15}$/.test(expect))
    throw new FormProblem('The form does not name the revision that you saw: reload the page and send it again.');
  const has = (field: (typeof act.takes)[number]) => act.takes.includes(field);
  const id = form.get('id') ?? '';
  if (id !== '' && !releaseIdPattern.test(id))
    throw new FormProblem(`${JSON.stringify(id.slice(0, 80))} is not a release id.`);
  if (has('release') && id === '') throw new FormProblem('Choose a release.');
  return {
    by,
    reason,
    expectedRevision: Number(expect),
    remote: act.about === 'remote' ? readRemote(form.get('remote') ?? '') : '',
    id,
    ...(has('several') && { several: readSeveral(form) }),
    ...(has('share') && readShare(form.get('share') ?? '')),
    until: has('end') ? readEnd(form.get('end') ?? '') : undefined,
    guard: has('guard') && form.get('guard') === 'off' ? 'off' : 'on',
  };
}

function readRemote(text: string): string {
  if (partNamePattern.test(text)) return text;
  throw new FormProblem(`${JSON.stringify(text.slice(0, 80))} is not the name of a remote.`);
}

function readSeveral(form: URLSearchParams): Acts.ActRequest['several'] {
  const names = form.getAll('remote');
  if (names.length === 0) throw new FormProblem('Choose the remotes to roll back.');
  return names.map((name) => {
    const remote = readRemote(name);
    const to = form.get(`to ${remote}`) ?? '';
    if (to !== '' && !releaseIdPattern.test(to))
      throw new FormProblem(`${JSON.stringify(to.slice(0, 80))} is not a release id.`);
    return { remote, to: to || undefined };
  });
}

/**
 * Reads the share of a canary. `10` is a share that people change, `1, 5, 25, 100` a plan. Only a plan that ends with
 * `live` goes live by itself.
 */
function readShare(text: string): Pick<Acts.ActRequest, 'percent' | 'plan'> {
  const words = text.split(',').map((word) => word.replace('%', '').trim());
  const promote = words.at(-1)?.toLowerCase() === 'live';
  const shares = promote ? words.slice(0, -1) : words;
  const [first = ''] = shares;
  if (first === '') throw new FormProblem('Enter the percentage of visitors who get it.');
  if (shares.length === 1 && !promote && !first.includes(':')) return { percent: readPercent(first), plan: undefined };
  const plan = parsePlan(shares.join(','), { every: usualStep, promote });
  if (typeof plan === 'string') throw new FormProblem(plan);
  const percents = plan.steps.map(({ percent }) => percent);
  if (percents.some((percent, index) => percent <= (percents[index - 1] ?? 0))) {
    throw new FormProblem(
      `Each share of a plan must be larger than the one before: ${JSON.stringify(text.slice(0, 80))} is not. Write a fraction with a point: 12.5.`,
    );
  }
  if (promote && !plan.promote)
    throw new FormProblem('A release goes live after 100 percent only: 1, 5, 25, 100, live.');
  return { percent: undefined, plan };
}

function readPercent(text: string): number {
  const percent = Number(text);
  if (percent > 0 && percent <= 100) return percent;
  throw new FormProblem(
    `A canary's share must be above 0 and at most 100 percent, not ${JSON.stringify(text.slice(0, 20))}.`,
  );
}

function readEnd(text: string): string | undefined {
  if (text === '') return undefined;
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes > 0 && minutes <= 90 * 24 * 60) {
    return new Date(Date.now() + minutes * 60_000).toISOString();
  }
  throw new FormProblem('Choose when the freeze ends.');
}
