import { parsePlan } from 'kit/contracts/canary-plan';
import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import type { Acts } from '../../platform/index.ts';
import { StaffRefusal } from '../staff-http.ts';

export const longestReason = 500;

export function mistake(message: string): StaffRefusal {
  return new StaffRefusal(422, message);
}

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

/** @throws StaffRefusal for a mistake in the form */
export function readAct(act: Acts.Act, form: URLSearchParams, by: string): Acts.ActRequest {
  const reason = (form.get('reason') ?? '').trim();
  if (reason === '') throw mistake(`${act.title} needs a reason for the log.`);
  if (reason.length > longestReason) {
    throw mistake(`A reason has at most ${longestReason} characters, this one ${reason.length}.`);
  }
  const expect = form.get('expect') ?? '';
  if (!/^\d{1,15}$/.test(expect))
    throw mistake('The form does not name the revision that you saw: reload the page and send it again.');
  const has = (field: (typeof act.takes)[number]) => act.takes.includes(field);
  const id = readRelease(form.get('id') ?? '');
  if (has('release') && id === '') throw mistake('Choose a release.');
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
  throw mistake(`${JSON.stringify(text.slice(0, 80))} is not the name of a remote.`);
}

function readRelease(text: string): string {
  if (text === '' || releaseIdPattern.test(text)) return text;
  throw mistake(`${JSON.stringify(text.slice(0, 80))} is not a release id.`);
}

function readSeveral(form: URLSearchParams): Acts.ActRequest['several'] {
  const names = form.getAll('remote');
  if (names.length === 0) throw mistake('Choose the remotes to roll back.');
  return names.map((name) => {
    const remote = readRemote(name);
    return { remote, to: readRelease(form.get(`to ${remote}`) ?? '') || undefined };
  });
}

/** `10` is a share that people change, `1, 5, 25, 100` a plan. Only one that ends with `live` goes live by itself. */
function readShare(text: string): Pick<Acts.ActRequest, 'percent' | 'plan'> {
  const words = text.split(',').map((word) => word.replace('%', '').trim());
  const promote = words.at(-1)?.toLowerCase() === 'live';
  const shares = promote ? words.slice(0, -1) : words;
  const [first = ''] = shares;
  if (first === '') throw mistake('Enter the percentage of visitors who get it.');
  if (shares.length === 1 && !promote && !first.includes(':')) return { percent: readPercent(first), plan: undefined };
  const plan = parsePlan(shares.join(','), { every: usualStep, promote });
  if (typeof plan === 'string') throw mistake(plan);
  const percents = plan.steps.map(({ percent }) => percent);
  if (percents.some((percent, index) => percent <= (percents[index - 1] ?? 0))) {
    throw mistake(
      `Each share of a plan must be larger than the one before: ${JSON.stringify(text.slice(0, 80))} is not. Write a fraction with a point: 12.5.`,
    );
  }
  if (promote && !plan.promote) throw mistake('A release goes live after 100 percent only: 1, 5, 25, 100, live.');
  return { percent: undefined, plan };
}

function readPercent(text: string): number {
  const percent = Number(text);
  if (percent > 0 && percent <= 100) return percent;
  throw mistake(`A canary's share must be above 0 and at most 100 percent, not ${JSON.stringify(text.slice(0, 20))}.`);
}

function readEnd(text: string): string | undefined {
  if (text === '') return undefined;
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes > 0 && minutes <= 90 * 24 * 60) {
    return new Date(Date.now() + minutes * 60_000).toISOString();
  }
  throw mistake('Choose when the freeze ends.');
}
