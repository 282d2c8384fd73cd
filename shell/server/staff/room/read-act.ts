import { releaseIdPattern, remoteNamePattern } from 'kit/contracts/release';
import type { PlanRequest } from '../../../platform/index.ts';
import type { AskedAct, RoomAct } from './room-acts.ts';

/** What a form has wrong, in a sentence for whoever filled it in. */
export class FormProblem extends Error {
  override readonly name = 'FormProblem';
}

export const longestReason = 500;

/** The fields of a form that are kept when it could not be done; never the word of the session, nor what was seen. */
export function keptOf(form: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, value] of form) if (name !== 'csrf' && name !== 'expect') kept.append(name, value);
  return kept;
}

/** Reads what a form asks for. @throws FormProblem */
export function readAct(act: RoomAct, form: URLSearchParams, by: string): AskedAct {
  const reason = (form.get('reason') ?? '').trim();
  if (reason === '') throw new FormProblem(`${act.title} needs its reason for the log.`);
  if (reason.length > longestReason) {
    throw new FormProblem(`A reason has at most ${longestReason} characters, this one ${reason.length}.`);
  }
  const expect = form.get('expect') ?? '';
  if (!/^\d{1,15}$/.test(expect)) throw new FormProblem('The form does not say which revision you saw: open it anew.');
  const has = (field: (typeof act.fields)[number]) => act.fields.includes(field);
  const id = form.get('id') ?? '';
  if (id !== '' && !releaseIdPattern.test(id))
    throw new FormProblem(`${JSON.stringify(id.slice(0, 80))} is no release.`);
  if (has('release') && id === '') throw new FormProblem('Choose a release.');
  return {
    by,
    reason,
    expectedRevision: Number(expect),
    remote: act.about === 'remote' ? readRemote(form.get('remote') ?? '') : '',
    id,
    ways: has('several') ? readWays(form) : [],
    percent: has('share') && form.get('how') !== 'plan' ? readPercent(form.get('percent') ?? '') : undefined,
    plan: has('share') && form.get('how') === 'plan' ? readPlan(form) : undefined,
    until: has('end') ? readEnd(form.get('end') ?? '') : undefined,
    guard: has('guard') && form.get('guard') === 'off' ? 'off' : 'on',
  };
}

function readRemote(text: string): string {
  if (remoteNamePattern.test(text)) return text;
  throw new FormProblem(`${JSON.stringify(text.slice(0, 80))} is no remote.`);
}

function readWays(form: URLSearchParams): AskedAct['ways'] {
  const names = form.getAll('remote');
  if (names.length === 0) throw new FormProblem('Choose the remotes that are to go back.');
  return names.map((name) => {
    const remote = readRemote(name);
    const to = form.get(`to ${remote}`) ?? '';
    if (to !== '' && !releaseIdPattern.test(to))
      throw new FormProblem(`${JSON.stringify(to.slice(0, 80))} is no release.`);
    return { remote, to: to || undefined };
  });
}

function readPercent(text: string): number {
  const percent = Number(text.replace(',', '.').replace('%', '').trim() || Number.NaN);
  if (percent > 0 && percent <= 100) return percent;
  throw new FormProblem(
    `A canary's share is above 0 and at most 100 percent, not ${JSON.stringify(text.slice(0, 20))}.`,
  );
}

/** `1 % for 10, 5 % for 10`: shares in percent, and minutes. */
function readPlan(form: URLSearchParams): PlanRequest {
  const text = form.get('plan') ?? '';
  const steps = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [, percent, minutes] =
        /^\s*([\d.]{1,8})\s*%?\s*(?:for\s+)([\d.]{1,8})\s*(?:min(?:utes)?)?\s*$/.exec(part) ?? [];
      if (percent !== undefined && minutes !== undefined) return { percent: Number(percent), minutes: Number(minutes) };
      throw new FormProblem(
        `A step of a plan is a share and its minutes, such as "5 % for 10"; this one is not: ${JSON.stringify(part.trim().slice(0, 40))}.`,
      );
    });
  return { steps, promote: form.get('after') === 'live' };
}

function readEnd(text: string): string | undefined {
  if (text === '') return undefined;
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes > 0 && minutes <= 90 * 24 * 60) {
    return new Date(Date.now() + minutes * 60_000).toISOString();
  }
  throw new FormProblem('Choose when the freeze ends.');
}
