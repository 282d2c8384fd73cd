import * as z from 'zod/mini';
import type { ReleaseStore } from '../store/release-store.ts';

/** What people are told of. */
export const incidentKinds = [
  'guard-acted',
  'guard-stopped',
  'cannot-judge',
  'plan-stopped',
  'release-refused',
  'server-behind',
] as const;

const incidentSchema = z.strictObject({
  kind: z.enum(incidentKinds),
  /** Tells it from others of its kind, also between servers: the same incident has the same key. */
  key: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Null for what is about no remote. */
  remote: z.nullable(z.string()),
  /** What happened, and what to do, in plain words. */
  sentence: z.string(),
});

export type Incident = z.infer<typeof incidentSchema>;
export type IncidentKind = Incident['kind'];

/** The last incidents of a site, newest first, as all of its servers noted them. A damaged note is none. */
export async function readIncidents(store: Pick<ReleaseStore, 'incidents'>): Promise<Incident[]> {
  const notes = await store.incidents.readAll();
  const incidents = [...notes.values()].flatMap((text) => parseIncident(text) ?? []);
  return incidents.sort((one, other) => other.at.localeCompare(one.at));
}

export function parseIncident(text: string): Incident | null {
  try {
    return incidentSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
