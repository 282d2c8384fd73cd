import * as z from 'zod/mini';
import type { ReleaseStore } from '../store/release-store.ts';

const count = z.int().check(z.nonnegative());

const releaseHealthSchema = z.strictObject({
  remote: z.string(),
  id: z.string(),
  /** The `since` of the composition: a release that goes live again starts at zero. */
  since: z.string(),
  views: count,
  failures: count,
  /** How often each reason was given. */
  reasons: z.record(z.string(), count),
});

/** Page views and failed ones of one release while it was live. */
export type ReleaseHealth = z.infer<typeof releaseHealthSchema>;

const reportSchema = z.array(releaseHealthSchema);

/** Which release a count belongs to. */
export type LiveRelease = Pick<ReleaseHealth, 'remote' | 'id' | 'since'>;

/** What one shell server counts; its report goes to the store now and then, so that all servers and staff see the sum. */
export class HealthCounter {
  readonly #counts = new Map<string, ReleaseHealth>();

  countView(release: LiveRelease): void {
    this.#of(release).views += 1;
  }

  countFailure(release: LiveRelease, reason: string): void {
    const health = this.#of(release);
    health.failures += 1;
    health.reasons[reason] = (health.reasons[reason] ?? 0) + 1;
  }

  /** Replaces the server's earlier report. */
  async report(store: ReleaseStore, server: string): Promise<void> {
    await store.writeReport(server, JSON.stringify([...this.#counts.values()]));
  }

  #of({ remote, id, since }: LiveRelease): ReleaseHealth {
    const key = keyOf({ remote, id, since });
    const health = this.#counts.get(key) ?? { remote, id, since, views: 0, failures: 0, reasons: {} };
    this.#counts.set(key, health);
    return health;
  }
}

/** The sum of all servers' reports. A damaged report counts nothing. */
export async function readHealth(store: ReleaseStore): Promise<(release: LiveRelease) => ReleaseHealth> {
  const sums = new Map<string, ReleaseHealth>();
  for (const report of await store.readReports()) {
    for (const health of parseReport(report)) {
      const sum = sums.get(keyOf(health));
      sums.set(keyOf(health), sum ? add(sum, health) : health);
    }
  }
  return (release) => sums.get(keyOf(release)) ?? { ...release, views: 0, failures: 0, reasons: {} };
}

function add(one: ReleaseHealth, other: ReleaseHealth): ReleaseHealth {
  const reasons = { ...one.reasons };
  for (const [reason, times] of Object.entries(other.reasons)) reasons[reason] = (reasons[reason] ?? 0) + times;
  return { ...one, views: one.views + other.views, failures: one.failures + other.failures, reasons };
}

function parseReport(text: string): ReleaseHealth[] {
  try {
    return z.parse(reportSchema, JSON.parse(text));
  } catch {
    return [];
  }
}

function keyOf({ remote, id, since }: LiveRelease): string {
  return `${remote} ${id} ${since}`;
}
