import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../text.ts';
import type { AlertChannel, AlertMessage } from './alert-channels.ts';
import {
  type Alert,
  type AlertLog,
  type AlertNotes,
  claimTry,
  hashOf,
  nameOf,
  noteAlert,
  noteEnd,
  noteTold,
  readAlertLog,
  removeOldAlerts,
  retention,
  type Stage,
  type StoredAlert,
} from './alert-log.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
/** Times of the attempts after the report, in milliseconds, for as long as the alert is kept. */
const tries = [
  0,
  minute,
  5 * minute,
  30 * minute,
  ...every(hour, hour, day),
  ...every(6 * hour, 30 * hour, retention - hour),
];
/** Messages of one process and channel in an hour. Further messages are combined into one every ten minutes. */
const maxSingle = 30;
const groupEvery = 10 * minute;
/** A new channel gets no alerts that are older than this. */
const maxAgeForNewChannel = hour;
/** The number of kinds that a combined message lists. */
const maxNamed = 10;

export interface AlertServiceParts {
  notes: AlertNotes;
  channels: readonly AlertChannel[];
  /** Milliseconds between two reads of the shared notes. */
  lookEvery: number;
  /** The one-line message for the end of a condition. */
  describeEnd: (alert: Alert) => string;
  log: { info: (sentence: string) => void; error: (sentence: string) => void };
}

interface Errand {
  alert: StoredAlert;
  channel: AlertChannel;
  stage: Stage;
  /** The index of the next attempt, and the start of its delays in milliseconds since 1970. */
  turn: number;
  since: number;
}

/**
 * Notifies people through every channel: when an alert begins, daily when its count grows, and when it ends, whichever
 * process saw it. The state is in notes that all processes share. If the notes are unavailable, each process notifies
 * people independently.
 */
export class AlertService {
  readonly #parts: AlertServiceParts;
  readonly #ending = new AbortController();
  /** Open conditions by name, as they were last reported. */
  readonly #reported = new Map<string, Alert>();
  /** The open conditions and events by name that this process knows. */
  readonly #open = new Map<string, StoredAlert>();
  readonly #sent = new Map<string, { since: number; count: number; groupedAt: number }>();
  #errands: Errand[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(parts: AlertServiceParts) {
    this.#parts = parts;
  }

  /** Reports an event, or a condition that holds. Resolves when it is stored; `work` sends it. */
  async report(alert: Alert, now = Date.now()): Promise<void> {
    const name = nameOf(alert);
    const isReported = this.#reported.has(name);
    this.#reported.set(name, alert);
    if (isReported) return;
    const { notes, channels, log } = this.#parts;
    const at = new Date(now).toISOString();
    const stored = await noteAlert(notes, alert, at).catch((error: unknown) => {
      log.error(`an alert cannot be saved, so only this process sends it: ${messageOf(error)}`);
      return { ...alert, name, at, endedAt: null };
    });
    if (!stored) return;
    log.error(`ALARM: ${alert.subject}. ${alert.text.replaceAll('\n', ' ')}`);
    this.#open.set(name, stored);
    this.#errands.push(...channels.map((channel) => ({ alert: stored, channel, stage: 'alarm', turn: 0, since: now })));
  }

  /**
   * Reports all conditions of some kinds that hold. Other stored conditions of these kinds have ended, if they were stored
   * before `asOf`, the start of the check in milliseconds since 1970.
   */
  async settle(
    kinds: readonly string[],
    holding: readonly Alert[],
    { asOf, now = Date.now() }: { asOf: number; now?: number },
  ) {
    await this.#readNotes(now);
    for (const alert of holding) await this.report(alert, now);
    const names = new Set(holding.map(nameOf));
    for (const [name, alert] of [...this.#open]) {
      if (kinds.includes(alert.kind) && !names.has(name) && Date.parse(alert.at) < asOf)
        await this.#end(name, alert, now);
    }
  }

  /** Returns a test for open conditions, whichever process reported them. */
  async readOpen(now = Date.now()): Promise<(alert: Pick<Alert, 'kind' | 'key'>) => boolean> {
    await this.#readNotes(now);
    return (alert) => this.#open.has(nameOf(alert));
  }

  /** Makes all attempts that are due. Does not reject. The caller must wait for it before the next call. */
  async work(now = Date.now()): Promise<void> {
    await this.#readNotes(now);
    await Promise.all(this.#parts.channels.map((channel) => this.#workOn(channel, now)));
  }

  start(): { stop: () => void } {
    const { signal } = this.#ending;
    const run = async () => {
      while (!signal.aborted) {
        await this.work();
        await wait(1000, undefined, { signal, ref: false }).catch(() => {});
      }
    };
    void run();
    return { stop: () => this.stop() };
  }

  /** Aborts attempts in progress; other processes repeat them. */
  stop(): void {
    this.#ending.abort();
  }

  async #end(name: string, alert: StoredAlert, now: number): Promise<void> {
    const { notes, channels, describeEnd, log } = this.#parts;
    this.#open.delete(name);
    this.#reported.delete(name);
    const ended = { ...alert, endedAt: new Date(now).toISOString() };
    if (!(await noteEnd(notes, alert, ended.endedAt).catch(() => true))) return;
    log.info(`All clear: ${describeEnd(alert)}`);
    this.#errands = this.#errands.filter((errand) => errand.alert.name !== alert.name);
    this.#errands.push(...channels.map((channel) => ({ alert: ended, channel, stage: 'end', turn: 0, since: now })));
  }

  async #workOn(channel: AlertChannel, now: number): Promise<void> {
    const due = this.#errands.filter((errand) => errand.channel === channel && dueAt(errand) <= now);
    const sent = this.#sent.get(channel.name) ?? { since: now, count: 0, groupedAt: Number.NEGATIVE_INFINITY };
    if (now - sent.since >= hour) Object.assign(sent, { since: now, count: 0 });
    this.#sent.set(channel.name, sent);
    const single = due.slice(0, Math.max(0, maxSingle - sent.count));
    sent.count += single.length;
    const many = now - sent.groupedAt >= groupEvery ? due.slice(single.length) : [];
    if (many.length > 0) sent.groupedAt = now;
    const messages = [...single.map((errand) => [errand]), many];
    await Promise.all(messages.map((errands) => this.#try(errands, now)));
  }

  async #try(errands: readonly Errand[], now: number): Promise<void> {
    const { notes, log } = this.#parts;
    const mine: Errand[] = [];
    for (const errand of errands) {
      const { alert, stage, turn } = errand;
      const channel = errand.channel.name;
      // Another process may have made a later attempt, but not the first one.
      if (turn > 0 && (await this.#isOver(errand, now))) this.#drop(errand);
      // If the notes are unavailable, the message is sent anyway: twice is better than never.
      else if (await claimTry(notes, alert, { channel, stage, turn }).catch(() => true)) mine.push(errand);
      else this.#postpone(errand, now);
    }
    const [first] = mine;
    if (!first) return;
    try {
      await first.channel.send(mine.length === 1 ? this.#compose(first) : this.#composeMany(mine), this.#ending.signal);
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      for (const errand of mine) {
        const isLast = !this.#postpone(errand, now);
        const then = isLast
          ? 'nobody was notified, and there are no more tries'
          : `the next try is due ${new Date(dueAt(errand)).toISOString()}`;
        log.error(`the ${errand.channel.name} did not take "${errand.alert.name}" (${messageOf(error)}); ${then}`);
      }
      return;
    }
    const at = new Date(now).toISOString();
    for (const { alert, channel, stage } of mine) {
      await noteTold(notes, alert, { channel: channel.name, stage, at }).catch(() => {});
    }
    for (const errand of mine) this.#drop(errand);
  }

  /** True if people have been notified, or no longer need to be. */
  async #isOver({ alert, channel, stage, since }: Errand, now: number): Promise<boolean> {
    if (now - since > retention) return true;
    const known = await readAlertLog(this.#parts.notes).catch(() => null);
    if (!known) return false;
    const stored = known.alerts.find(({ name }) => name === alert.name);
    return stored !== undefined && this.#nextStage(stored, known.toldOf(stored, channel.name), now)?.stage !== stage;
  }

  #drop(errand: Errand): void {
    this.#errands = this.#errands.filter((one) => one !== errand);
  }

  /** @returns false after the last attempt. */
  #postpone(errand: Errand, now: number): boolean {
    const next = tries.findIndex((after, turn) => turn > errand.turn && errand.since + after > now);
    errand.turn = next < 0 ? tries.length : next;
    if (next >= 0) return true;
    this.#drop(errand);
    return false;
  }

  #compose({ alert, stage }: Errand): AlertMessage {
    const { kind, about, subject, text, at, endedAt, name } = alert;
    const isEnd = stage === 'end';
    const data = { alarm: about === null ? kind : `${kind} ${about}`, kind, about, raisedAt: at, text };
    return {
      type: isEnd ? 'all-clear' : 'alarm',
      // A condition that returns after its first occurrence was removed has the same name.
      id: idOf(`${name} ${at.slice(0, 10)} ${stage}`),
      title: isEnd ? `All clear: ${this.#parts.describeEnd(alert)}` : `ALARM: ${subject}`,
      text: isEnd ? `It began at ${at}.` : text,
      at: endedAt ?? at,
      data,
    };
  }

  #composeMany(errands: readonly Errand[]): AlertMessage {
    const messages = errands.map((errand) => this.#compose(errand));
    const counts = Map.groupBy(messages, ({ title }) => title ?? '');
    const lines = [...counts].map(([title, { length }]) => `${length} x ${title}`);
    const more = lines.length > maxNamed ? [`and ${lines.length - maxNamed} other kinds`] : [];
    const last = messages.slice(-3).map(({ title, text }) => `${title}. ${text}`);
    return {
      type: 'alarm',
      id: idOf(messages.map(({ id }) => id).join(' ')),
      title: `ALARM: ${messages.length} more messages, grouped`,
      text: [...lines.slice(0, maxNamed), ...more, 'The last of them:', ...last].join('\n'),
      at: messages.at(-1)?.at ?? '',
      data: { alarm: 'many', count: messages.length },
    };
  }

  /**
   * Reads the notes of other processes: open alerts, ended alerts, and alerts that ended before they were sent. Does not
   * reject.
   */
  async #readNotes(now: number): Promise<void> {
    const { notes, lookEvery, log } = this.#parts;
    if (now - this.#readAt < lookEvery) return;
    this.#readAt = now;
    try {
      await removeOldAlerts(notes, now);
      const known = await readAlertLog(notes);
      this.#follow(known, now);
      for (const alert of known.alerts) {
        for (const channel of this.#parts.channels) this.#adopt(alert, channel, { known, now });
      }
    } catch (error) {
      log.error(`alerts of other processes cannot be read: ${messageOf(error)}`);
    }
  }

  /** An open alert that is not in the log was removed, or could not be stored. The next report stores it again. */
  #follow({ alerts }: AlertLog, now: number): void {
    const known = new Map(alerts.map((alert) => [alert.name, alert]));
    for (const [name, alert] of [...this.#open]) {
      const isOpen = known.has(alert.name) ? known.get(alert.name)?.endedAt === null : Date.parse(alert.at) >= now;
      if (isOpen) continue;
      this.#open.delete(name);
      this.#reported.delete(name);
    }
    for (const alert of alerts) if (alert.endedAt === null) this.#open.set(nameOf(alert), alert);
  }

  #adopt(alert: StoredAlert, channel: AlertChannel, { known, now }: { known: AlertLog; now: number }): void {
    const next = this.#nextStage(alert, known.toldOf(alert, channel.name), now);
    if (!next) return;
    const { stage, since, shown } = next;
    const isOwn = this.#errands.some(
      (one) => one.channel === channel && one.alert.name === alert.name && one.stage === stage,
    );
    const turn = tries.findIndex((after) => after >= now - since);
    const isNews = now - since < maxAgeForNewChannel || known.wasTried(alert, channel.name);
    if (!isOwn && isNews && turn >= 0) this.#errands.push({ alert: shown, channel, stage, turn, since });
  }

  #nextStage(alert: StoredAlert, told: ReturnType<AlertLog['toldOf']>, now: number) {
    const { at, endedAt } = alert;
    if (endedAt !== null) {
      const isTold = told.some(({ stage }) => stage === 'end');
      return isTold ? null : { stage: 'end', since: Date.parse(endedAt), shown: alert };
    }
    const [last] = told.toSorted((one, other) => other.at.localeCompare(one.at));
    if (!last) return { stage: 'alarm', since: Date.parse(at), shown: alert };
    const current = this.#reported.get(nameOf(alert));
    const isMore = current !== undefined && current.count > last.count && now - Date.parse(last.at) >= day;
    return isMore ? { stage: `more-${current.count}`, since: now, shown: { ...alert, ...current } } : null;
  }
}

function dueAt({ since, turn }: Errand): number {
  return since + (tries[turn] ?? Number.POSITIVE_INFINITY);
}

function idOf(text: string): string {
  return `msg_${hashOf(text).slice(0, 32)}`;
}
