import type { CanaryPlan } from './composition.ts';

/** The plan that a request asks for. It always begins at its first step. */
export type PlanRequest = Pick<CanaryPlan, 'steps' | 'promote'>;

const minutesPer: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 24 * 60 };

/** Reads `30s`, `10m`, `2h` or `1d`. @returns minutes, or null for anything else. */
export function parseMinutes(text: string): number | null {
  const [, amount = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)([smhd])$/.exec(text.trim()) ?? [];
  const minutes = Number(amount) * (minutesPer[unit] ?? 0);
  return minutes > 0 ? minutes : null;
}

/**
 * Reads `1,5,25,100`, where every share lasts as long as `every` says, or `1:10m,5:30m,100:1h`, where each share has its
 * own time. A plan that ends at 100 % then goes live unless `promote` says otherwise.
 * @returns the plan, or a sentence that names what cannot be read.
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

/** The options of a command line for the share of a canary. */
export interface ShareOptions {
  percent?: number | undefined;
  plan?: string | undefined;
  every?: string | undefined;
  promote?: boolean | undefined;
}

/**
 * Reads a percentage or a plan from the options of a command line.
 * @returns one of the two, or a sentence that says what is wrong.
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

/** Formats minutes: `10 min`, `0.17 min`. */
export function describeMinutes(minutes: number): string {
  return `${Math.round(minutes * 100) / 100} min`;
}

/** Formats a plan: `1 % for 10 min, 5 % for 10 min, 100 % for 10 min, then live`. */
export function describePlan({ steps, promote }: PlanRequest): string {
  return [
    ...steps.map(({ percent, minutes }) => `${percent} % for ${describeMinutes(minutes)}`),
    ...(promote ? ['then live'] : []),
  ].join(', ');
}
