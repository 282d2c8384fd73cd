import type { CanaryPlan } from './composition.ts';

/** A plan as it is asked for: it begins with its first step. */
export type PlanRequest = Pick<CanaryPlan, 'steps' | 'promote'>;

const minutesPer: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 24 * 60 };

/** `30s`, `10m`, `2h`, `1d` in minutes; null for anything else. */
export function parseMinutes(text: string): number | null {
  const [, amount = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)([smhd])$/.exec(text.trim()) ?? [];
  const minutes = Number(amount) * (minutesPer[unit] ?? 0);
  return minutes > 0 ? minutes : null;
}

/**
 * Reads `1,5,25,100`, each share for the time that is given for all, or for its own: `1:10m,5:30m,100:1h`. A plan that ends with
 * everybody goes live after that unless it is told not to.
 *
 * @returns the plan, or a sentence that says what cannot be read.
 */
export function parsePlan(text: string, { every, promote }: { every: string; promote: boolean }): PlanRequest | string {
  const common = parseMinutes(every);
  if (common === null) return `${JSON.stringify(every)} is no time: 30s, 10m, 2h or 1d.`;
  const steps: PlanRequest['steps'] = [];
  for (const word of text.split(',')) {
    const [share = '', own] = word.trim().replace(/\s*%/, '').split(':');
    const percent = /^\d{1,3}(?:\.\d{1,3})?$/.test(share) ? Number(share) : 0;
    if (!(percent > 0 && percent <= 100)) {
      return `${JSON.stringify(word)} is no share: a number above 0 and up to 100, as in 1,5,25,100 or 1:10m,5:30m,100:1h.`;
    }
    const minutes = own === undefined ? common : parseMinutes(own);
    if (minutes === null) return `${JSON.stringify(own)} is no time: 30s, 10m, 2h or 1d.`;
    steps.push({ percent, minutes });
  }
  return { steps, promote: promote && steps.at(-1)?.percent === 100 };
}

/** What command lines take for the share of a canary. */
export interface ShareOptions {
  percent?: number | undefined;
  plan?: string | undefined;
  every?: string | undefined;
  promote?: boolean | undefined;
}

/**
 * Reads the share that a command line gives: a percentage, or a plan.
 *
 * @returns one of both, or a sentence that says what is wrong.
 */
export function readShareOptions({
  percent,
  plan: text,
  every,
  promote = true,
}: ShareOptions): { percent?: number; plan?: PlanRequest } | string {
  if (text === undefined && percent !== undefined && every === undefined) return { percent };
  if (text === undefined || percent !== undefined) {
    return 'Say the share: --percent <n>, or --plan <shares> with --every <time>, and not both.';
  }
  const plan = parsePlan(text, { every: every ?? '10m', promote });
  return typeof plan === 'string' ? plan : { plan };
}

/** `10 min`, `0.17 min`. */
export function describeMinutes(minutes: number): string {
  return `${Math.round(minutes * 100) / 100} min`;
}

/** `1 % for 10 min, 5 % for 10 min, 100 % for 10 min, then live`. */
export function describePlan({ steps, promote }: PlanRequest): string {
  return [
    ...steps.map(({ percent, minutes }) => `${percent} % for ${describeMinutes(minutes)}`),
    ...(promote ? ['then live'] : []),
  ].join(', ');
}
