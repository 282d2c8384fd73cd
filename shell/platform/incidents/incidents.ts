import * as z from 'zod/mini';
import { parseJson } from '../parse-json.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/** What people are told of. */
const incidentKinds = [
  'guard-acted',
  'guard-stopped',
  'cannot-judge',
  'plan-stopped',
  'release-refused',
  'server-behind',
  'staff-refused',
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

type Noted = Pick<ReleaseStore, 'incidents'>;

/** How long a site remembers an incident, and how many at most. */
const rememberedFor = 7 * 24 * 3_600_000;
const mostRemembered = 200;

/** What all servers know of the incidents of a site. */
export interface KnownIncidents {
  /** Newest first. */
  incidents: Incident[];
  /** Whether people were told of one in this way. */
  isTold(incident: Incident, way: string): boolean;
}

/** The last incidents of a site, newest first, as all of its servers noted them. */
export async function readIncidents(store: Noted): Promise<Incident[]> {
  return (await readKnown(store)).incidents;
}

/** The same with whom people were told of. A damaged note is none. */
export async function readKnown({ incidents: notes }: Noted): Promise<KnownIncidents> {
  const all = await notes.readAll();
  const incidents = [...all.values()].flatMap((text) => parseJson(incidentSchema, text) ?? []);
  incidents.sort((one, other) => other.at.localeCompare(one.at));
  return { incidents, isTold: (incident, way) => all.has(toldName(incident, way)) };
}

/** False when some server noted the same before: people are told once. */
export function noteIncident({ incidents }: Noted, incident: Incident): Promise<boolean> {
  return incidents.add(nameOf(incident), JSON.stringify(incident));
}

/** False when another server makes this try: each is made once. */
export function claimTry({ incidents }: Noted, incident: Incident, { way, turn }: { way: string; turn: number }) {
  return incidents.add(`${nameOf(incident)}.${way}.try-${turn}`, '{}');
}

/** People were told in this way. */
export function noteTold({ incidents }: Noted, incident: Incident, way: string): Promise<boolean> {
  return incidents.add(toldName(incident, way), '{}');
}

/** Takes away what is old, or too much, with all that was noted of it. */
export async function removeOldIncidents(store: Noted, now = Date.now()): Promise<void> {
  const names = [...(await store.incidents.readAll()).keys()];
  const { incidents } = await readKnown(store);
  const over = incidents.filter(({ at }, index) => index >= mostRemembered || Date.parse(at) < now - rememberedFor);
  for (const name of over.map(nameOf)) {
    // The incident itself goes last: what is left of its tries would be nobody's.
    for (const own of names.filter((one) => one.startsWith(`${name}.`))) await store.incidents.remove(own);
    await store.incidents.remove(name);
  }
}

/** Any server finds the same: keys are made of names, numbers and dates, and whatever else stands in them is replaced. */
function nameOf({ kind, key }: Pick<Incident, 'kind' | 'key'>): string {
  return `${kind}-${key}`.replaceAll(/[^\w-]/g, '_').slice(0, 150);
}

function toldName(incident: Incident, way: string): string {
  return `${nameOf(incident)}.${way}.told`;
}
