import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseJson } from '../text.ts';

const alertSchema = z.strictObject({
  kind: z.string(),
  /** Identifies an alert among others of its kind. All processes use the same key for the same alert. */
  key: z.string(),
  /** The remote or the delivery channel; null for none. */
  about: z.nullable(z.string()),
  /** One line without a period. */
  subject: z.string(),
  /** What happened and what to do, in plain words. */
  text: z.string(),
  /** People are notified again after a day if the count has grown. */
  count: z.int(),
  /** True for a condition, which lasts until it is resolved; false for an event. */
  lasts: z.boolean(),
});

/** A message for operators about an event, or about a condition that begins and ends. */
export type Alert = z.infer<typeof alertSchema>;

const notedSchema = z.extend(alertSchema, { at: z.string() });

/** An alert as it is stored for all processes. */
export interface StoredAlert extends Alert {
  /** The alert's name in the log. A condition that returns gets another name. */
  name: string;
  /** Time of the first report, ISO 8601, UTC. */
  at: string;
  /** End of the condition, ISO 8601, UTC; null for an open condition and for events. */
  endedAt: string | null;
}

/** Small texts by name, shared by all processes of the site. A text is immutable. */
export interface AlertNotes {
  /** @returns false if the name is taken. */
  add(name: string, text: string): Promise<boolean>;
  readAll(): Promise<ReadonlyMap<string, string>>;
  remove(name: string): Promise<void>;
}

/** The messages about an alert: `alarm`, `more-<count>` and `end`. */
export type Stage = string;

const toldSchema = z.strictObject({ at: z.string(), count: z.int() });

export interface Told extends z.infer<typeof toldSchema> {
  stage: Stage;
}

/** What a person can do with an alert. It changes nothing about the condition itself. */
export const stepActions = ['acknowledge', 'assign', 'resolve', 'reopen'] as const;

const stepSchema = z.strictObject({
  at: z.string(),
  by: z.string(),
  action: z.enum(stepActions),
  /** The new assignee; null for none, and for every action except `assign`. */
  to: z.nullable(z.string()),
  note: z.string(),
});

/** One entry in the history of an alert. */
export type Step = z.infer<typeof stepSchema>;

export type AlertLog = Awaited<ReturnType<typeof readAlertLog>>;

const hour = 3_600_000;
/** The retention of an alert, in milliseconds. */
export const retention = 7 * 24 * hour;
/** With more alerts, those that need no further message are removed early, the oldest first. */
const maxAlerts = 500;
/** In milliseconds. Another process may still have to send a younger alert. */
const tellingTakes = 24 * hour;

/** Reads the notes. A damaged note is ignored. */
export async function readAlertLog(notes: Pick<AlertNotes, 'readAll'>) {
  const all = await notes.readAll();
  const names = [...all.keys()];
  const alerts = names.flatMap((name): StoredAlert[] => {
    const noted = name.includes('.') ? null : parseJson(notedSchema, all.get(name) ?? '');
    const ended = noted && parseJson(endSchema, all.get(`${name}.ended`) ?? '');
    return noted ? [{ ...noted, name, endedAt: ended?.at ?? null }] : [];
  });
  alerts.sort((one, other) => other.at.localeCompare(one.at));
  return {
    /** Newest first. */
    alerts,
    /** The messages about an alert that were sent through one channel. */
    toldOf({ name }: StoredAlert, channel: string): Told[] {
      const start = `${name}.${channel}.`;
      return names.flatMap((one) => {
        const told = one.startsWith(start) && one.endsWith('.told') ? parseJson(toldSchema, all.get(one) ?? '') : null;
        return told ? [{ ...told, stage: one.slice(start.length, -'.told'.length) }] : [];
      });
    },
    /** True if a process tried to send it through the channel. */
    wasTried: ({ name }: StoredAlert, channel: string) => names.some((one) => one.startsWith(`${name}.${channel}.`)),
    /** What people did with an alert, oldest first. */
    stepsOf({ name }: Pick<StoredAlert, 'name'>): Step[] {
      const steps: Step[] = [];
      for (let step = parseJson(stepSchema, all.get(stepName(name, 0)) ?? ''); step; ) {
        steps.push(step);
        step = parseJson(stepSchema, all.get(stepName(name, steps.length)) ?? '');
      }
      return steps;
    },
  };
}

/** Stores an alert. @returns null if another process stored it and it is still open, so that people are notified once. */
export async function noteAlert(notes: AlertNotes, alert: Alert, at: string): Promise<StoredAlert | null> {
  const first = nameOf(alert);
  const text = JSON.stringify({ ...alert, at });
  if (await notes.add(first, text)) return { ...alert, name: first, at, endedAt: null };
  const same = (await readAlertLog(notes)).alerts.filter((one) => nameOf(one) === first);
  if (same.some(({ endedAt }) => endedAt === null)) return null;
  const last = Math.max(1, ...same.map(({ name }) => Number(/-again-(\d+)$/.exec(name)?.[1] ?? 1)));
  const name = `${first}-again-${last + 1}`;
  return (await notes.add(name, text)) ? { ...alert, name, at, endedAt: null } : null;
}

const endSchema = z.strictObject({ at: z.string() });

/** Stores the end of a condition. @returns false if another process did. */
export function noteEnd(notes: AlertNotes, { name }: StoredAlert, at: string): Promise<boolean> {
  return notes.add(`${name}.ended`, JSON.stringify({ at }));
}

/** A trail ends here, so that no form that is sent over and over fills the store. */
const maxSteps = 100;

/**
 * Adds a step to the history of an alert.
 * @returns false if the history has more than the `seen` steps, because another person was faster, or if it is full
 */
export async function noteStep(
  notes: AlertNotes,
  { name }: Pick<StoredAlert, 'name'>,
  step: Step,
  seen: number,
): Promise<boolean> {
  return seen < maxSteps && (await notes.add(stepName(name, seen), JSON.stringify(step)));
}

function stepName(name: string, index: number): string {
  return `${name}.step-${index + 1}`;
}

interface Try {
  channel: string;
  stage: Stage;
  turn: number;
}

/** Claims one attempt, because each is made once. @returns false if another process makes it. */
export function claimTry(notes: AlertNotes, { name }: StoredAlert, { channel, stage, turn }: Try): Promise<boolean> {
  return notes.add(`${name}.${channel}.${stage}.try-${turn}`, '{}');
}

export async function noteTold(
  notes: AlertNotes,
  { name, count }: StoredAlert,
  { channel, stage, at }: Omit<Try, 'turn'> & { at: string },
): Promise<void> {
  await notes.add(`${name}.${channel}.${stage}.told`, JSON.stringify({ at, count }));
}

/** Removes old alerts, and the oldest settled ones above the limit, with all notes about them. */
export async function removeOldAlerts(notes: AlertNotes, now: number): Promise<void> {
  const names = [...(await notes.readAll()).keys()];
  const { alerts } = await readAlertLog(notes);
  const over = alerts.filter((alert, index) => {
    if (alert.lasts && alert.endedAt === null) return false;
    const age = now - Date.parse(alert.endedAt ?? alert.at);
    return age > retention || (index >= maxAlerts && age > tellingTakes);
  });
  const removed = new Set(over.map(({ name }) => name));
  const ofAlert = (name: string) => name.split('.')[0] ?? '';
  const rest = names.filter((name) => name.includes('.') && !names.includes(ofAlert(name)));
  const own = names.filter((name) => name.includes('.') && removed.has(ofAlert(name)));
  // The end is removed last, because without it readers would treat the alert as open.
  const isEnd = (name: string) => name.endsWith('.ended');
  for (const name of [...own.filter((one) => !isEnd(one)), ...removed, ...own.filter(isEnd), ...rest]) {
    await notes.remove(name);
  }
}

/** The name of the first of equal alerts, the same in every process: letters, digits, `_` and `-`. */
export function nameOf({ kind, key }: Pick<Alert, 'kind' | 'key'>): string {
  const name = `${kind}-${key}`.replaceAll(/[^\w-]/g, '_');
  return name.length <= 120 ? name : `${name.slice(0, 100)}-${hashOf(`${kind}-${key}`).slice(0, 16)}`;
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
