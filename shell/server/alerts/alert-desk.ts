import { setTimeout as wait } from 'node:timers/promises';
import {
  claimTry,
  type Incident,
  messageOf,
  noteIncident,
  noteTold,
  type ReleaseStore,
  readKnown,
  removeOldIncidents,
} from '../../platform/index.ts';

/** A way to people. */
export interface AlertWay {
  /** Its name in notes and in the log. */
  name: 'webhook' | 'mail';
  /** Rejects when nobody took it. The same incident has the same id whoever sends it, and however often. */
  send: (incident: Incident, id: string, signal: AbortSignal) => Promise<void>;
}

/** After so many milliseconds it is tried, and again, and then given up: the room and `status` show it in any case. */
const tries = [0, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 12 * 3_600_000];
/** Between two looks for what other servers left undone: they may have ended. */
const lookEvery = { free: 60_000, paid: 10 * 60_000 };
/** More in an hour, of one server, are a flood: people look at the room by then. */
const mostAnHour = 30;

interface AlertDeskParts {
  store: Pick<ReleaseStore, 'incidents' | 'pace'>;
  ways: readonly AlertWay[];
  say?: (sentence: string) => void;
}

interface Errand {
  incident: Incident;
  way: AlertWay;
  /** Which of the tries is next. */
  turn: number;
}

/**
 * Tells people of incidents: each once, whichever of several servers saw it, with tries that any server makes if the one that
 * saw it has ended. What it knows lies in the store; while that is away it tells on its own.
 */
export class AlertDesk {
  readonly #parts: AlertDeskParts;
  readonly #say: (sentence: string) => void;
  readonly #ending = new AbortController();
  readonly #known = new Set<string>();
  #errands: Errand[] = [];
  #lookedAt = 0;
  #hour = { start: 0, count: 0 };

  constructor(parts: AlertDeskParts) {
    this.#parts = parts;
    this.#say = parts.say ?? ((sentence) => console.error(`[shell] ${sentence}`));
  }

  /** Takes an incident. Resolves when it is noted; telling people goes on behind. */
  async report(given: Omit<Incident, 'at'>, now = Date.now()): Promise<void> {
    const name = idOf(given);
    if (this.#known.has(name)) return;
    this.#known.add(name);
    if (this.#isFlood(now)) return;
    const incident = { ...given, at: new Date(now).toISOString() };
    const isNew = await noteIncident(this.#parts.store, incident).catch((error: unknown) => {
      this.#say(`an incident cannot be noted in the store, and is told by this server alone: ${messageOf(error)}`);
      return true;
    });
    if (!isNew) return;
    this.#say(`ALARM: ${incident.sentence}`);
    this.#errands.push(...this.#parts.ways.map((way) => ({ incident, way, turn: 0 })));
  }

  /** Makes the tries whose time has come. Never rejects. */
  async work(now = Date.now()): Promise<void> {
    await this.#takeOver(now).catch((error: unknown) =>
      this.#say(`incidents of other servers cannot be read: ${messageOf(error)}`),
    );
    const due = this.#errands.filter((errand) => dueAt(errand) <= now);
    await Promise.all(due.map((errand) => this.#try(errand)));
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
    return { stop: () => this.#ending.abort() };
  }

  async #try(errand: Errand): Promise<void> {
    const { incident, way, turn } = errand;
    const { store } = this.#parts;
    const drop = () => {
      this.#errands = this.#errands.filter((one) => one !== errand);
    };
    // At first nobody can have been told; later it may have been another server that did.
    const isTold = turn > 0 && (await this.#isTold(incident, way));
    if (isTold) return drop();
    // A store that is away has nobody wait: better told twice than not at all.
    const isMine = await claimTry(store, incident, { way: way.name, turn }).catch(() => true);
    if (isMine && (await this.#send(errand))) return drop();
    if (turn + 1 >= tries.length) {
      if (isMine) this.#say(`nobody was told by ${way.name} of: ${incident.sentence}`);
      return drop();
    }
    errand.turn += 1;
  }

  #isTold(incident: Incident, { name }: AlertWay): Promise<boolean> {
    return readKnown(this.#parts.store)
      .then(({ isTold }) => isTold(incident, name))
      .catch(() => false);
  }

  async #send({ incident, way, turn }: Errand): Promise<boolean> {
    try {
      await way.send(incident, idOf(incident), this.#ending.signal);
    } catch (error) {
      if (this.#ending.signal.aborted) return true;
      const next = tries[turn + 1];
      const then =
        next === undefined
          ? 'it is given up'
          : `it is tried again ${Math.round(next / 60_000)} minutes after it happened`;
      this.#say(`the ${way.name} did not take "${incident.kind}" (${messageOf(error)}); ${then}`);
      return false;
    }
    await noteTold(this.#parts.store, incident, way.name).catch(() => {});
    return true;
  }

  /** What another server noted, and ended before people were told. */
  async #takeOver(now: number): Promise<void> {
    const { store, ways } = this.#parts;
    if (now - this.#lookedAt < (store.pace.isFree ? lookEvery.free : lookEvery.paid)) return;
    this.#lookedAt = now;
    await removeOldIncidents(store, now);
    const { incidents, isTold } = await readKnown(store);
    for (const incident of incidents) {
      const age = now - Date.parse(incident.at);
      const turn = tries.findIndex((after) => after >= age);
      if (turn < 0) continue;
      for (const way of ways) {
        const isOwn = this.#errands.some((one) => one.way === way && idOf(one.incident) === idOf(incident));
        if (!isOwn && !isTold(incident, way.name)) this.#errands.push({ incident, way, turn });
      }
    }
  }

  #isFlood(now: number): boolean {
    if (now - this.#hour.start >= 3_600_000) {
      this.#hour = { start: now, count: 0 };
      this.#known.clear();
    }
    this.#hour.count += 1;
    if (this.#hour.count === mostAnHour + 1)
      this.#say(`more than ${mostAnHour} incidents in an hour: no more are told`);
    return this.#hour.count > mostAnHour;
  }
}

/** Of an incident, on every server. */
function idOf({ kind, key }: Pick<Incident, 'kind' | 'key'>): string {
  return `${kind}-${key}`;
}

function dueAt({ incident, turn }: Errand): number {
  return Date.parse(incident.at) + (tries[turn] ?? 0);
}
