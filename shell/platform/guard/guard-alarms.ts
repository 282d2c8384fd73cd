import * as z from 'zod/mini';
import { parseJson } from '../parse-json.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { keyOf, type WatchedRelease } from './view-counts.ts';

const alarmSchema = z.strictObject({
  remote: z.string(),
  id: z.string(),
  since: z.string(),
  /** When the guard stopped, ISO 8601, UTC. */
  at: z.string(),
  /** What it saw, why it does nothing about that, and what people can do. */
  sentence: z.string(),
});

/** The guard stopped at a release, and people are needed. */
export type GuardAlarm = z.infer<typeof alarmSchema>;

/** False when it was raised before, by whichever server: people are called once. */
export async function raiseAlarm(store: ReleaseStore, alarm: GuardAlarm): Promise<boolean> {
  return store.alarms.add(nameOf(alarm), JSON.stringify(alarm));
}

/** Gives the alarm about a release, until that fails no more or another one is live. */
export async function readAlarms(store: ReleaseStore): Promise<(release: WatchedRelease) => GuardAlarm | null> {
  const alarms = [...(await store.alarms.readAll()).values()].flatMap((text) => parseJson(alarmSchema, text) ?? []);
  const byRelease = new Map(alarms.map((alarm) => [keyOf(alarm), alarm]));
  return (release) => byRelease.get(keyOf(release)) ?? null;
}

/** Ends the alarm about a release that fails no more: it is raised again when that fails again. */
export async function endAlarm(store: ReleaseStore, alarm: GuardAlarm): Promise<void> {
  await store.alarms.remove(nameOf(alarm));
}

/** Takes away those about releases that nobody is served any more, and what is damaged. */
export async function removeOldAlarms(
  store: ReleaseStore,
  isServed: (release: WatchedRelease) => boolean,
): Promise<void> {
  for (const [name, text] of await store.alarms.readAll()) {
    const alarm = parseJson(alarmSchema, text);
    if (!alarm || !isServed(alarm)) await store.alarms.remove(name);
  }
}

function nameOf({ remote, id, since }: WatchedRelease): string {
  return `${remote}-${id}-${since}`;
}
