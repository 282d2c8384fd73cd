/** A new release is watched for this long after it went live, a canary after it got its share of the visitors. */
const watchedMinutes = 10;
/** Fewer page views say too little. */
const leastViews = 50;
/** From this share of failed page views on a release is rolled back; bad connections alone stay far below. */
const failureShare = 0.1;

export interface Observation {
  /** When the release went live, ISO 8601; absent in compositions from before it was noted. */
  since: string | undefined;
  guard: 'off' | undefined;
  previous: string | null;
  views: number;
  failures: number;
}

/** Whether what was seen of a newly activated release is bad enough to go back by itself. */
export function shouldRollBack({ since, guard, previous, views, failures }: Observation, now: number): boolean {
  if (guard === 'off' || previous === null) return false;
  const age = now - Date.parse(since ?? '');
  if (!(age >= 0 && age <= watchedMinutes * 60_000)) return false;
  return views >= leastViews && failures / views >= failureShare;
}
