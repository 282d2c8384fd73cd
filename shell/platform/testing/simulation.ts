import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { type Random, seededRandom } from 'kit/server/seeded-random';
import { activateRelease, acts, rollbackRelease, startCanary } from '../acts/acts.ts';
import type { SwitchResult } from '../acts/write-revision.ts';
import { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import {
  type GetOptions,
  type ObjectStorage,
  type PutOptions,
  StorageUnavailableError,
  type StoredObject,
} from '../storage/object-storage.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { buildPlatform } from './build-platform.ts';

export type Objects = ReadonlyMap<string, StoredObject>;

/** A storage in memory, whose calls are done at once and in full. */
class MemoryStorage implements ObjectStorage {
  readonly place = 'memory';
  readonly trouble = null;
  readonly objects: Map<string, StoredObject>;

  constructor(objects: Objects) {
    this.objects = new Map(objects);
  }

  now(): number {
    return Date.now();
  }

  get(key: string, options?: Omit<GetOptions, 'unlessVersion'>): Promise<StoredObject | null>;
  get(key: string, options: GetOptions): Promise<StoredObject | 'unchanged' | null>;
  async get(key: string, { unlessVersion }: GetOptions = {}): Promise<StoredObject | 'unchanged' | null> {
    const object = this.objects.get(key) ?? null;
    return object && object.version === unlessVersion ? 'unchanged' : object;
  }

  async put(key: string, content: Buffer | string, { ifAbsent = false }: PutOptions = {}): Promise<boolean> {
    if (ifAbsent && this.objects.has(key)) return false;
    const body = Buffer.from(content);
    this.objects.set(key, { body, version: createHash('sha256').update(body).digest('hex'), modified: this.now() });
    return true;
  }

  async list(prefix: string) {
    return [...this.objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { body, version, modified }]) => ({ key, version, modified, bytes: body.length }))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  async delete(key: string): Promise<void> {
    this.objects.delete(key);
  }

  async stat(key: string) {
    return (await this.list(key)).find((found) => found.key === key) ?? null;
  }
}

/** In milliseconds. */
const day = 86_400_000;

const calls = ['get', 'put', 'list', 'delete', 'stat'] as const;

/** A program that works on the store: a server, or somebody's command line. */
interface Program {
  /** Programs are numbered in the order in which they may start. */
  number: number;
  /** By how much its clock is wrong, in milliseconds. */
  clock: number;
  hasEnded: boolean;
}

/** A call to the storage that was made and not done. */
interface PendingCall {
  program: Program;
  isWrite: boolean;
  run(): Promise<unknown>;
  answer(value: unknown): void;
  fail(error: Error): void;
}

/**
 * Does the calls of several programs to one storage, one call at a time, in an order that a seed decides. A call may fail
 * before it is done, or its answer is lost after it is done, or its program is killed before or after.
 */
class Scheduler {
  readonly #random: Random;
  readonly #pending: PendingCall[] = [];
  readonly #running = new Set<Program>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** The storage as a program sees it. */
  viewOf(storage: ObjectStorage, program: Program): ObjectStorage {
    return new Proxy(storage, {
      get: (target, name) => {
        const own: unknown = Reflect.get(target, name);
        if (typeof own !== 'function' || !calls.some((call) => call === name)) return own;
        return (...given: unknown[]) =>
          new Promise((answer, fail) => {
            if (program.hasEnded) return;
            const run = async (): Promise<unknown> => own.apply(target, given);
            this.#pending.push({ program, isWrite: name === 'put', run, answer, fail });
          });
      },
    });
  }

  /** Runs a program until it ends or is killed; tells which. */
  async start(program: Program, work: () => Promise<void>, killed: Promise<void>): Promise<'ended' | 'killed'> {
    this.#running.add(program);
    const how = await Promise.race([work().then(() => 'ended' as const), killed.then(() => 'killed' as const)]);
    program.hasEnded = true;
    this.#running.delete(program);
    return how;
  }

  /** Does all calls until no program runs any more. */
  async run(kill: (program: Program) => void, startedAt: number): Promise<void> {
    const kept = Date.now;
    let elapsed = 0;
    try {
      for (;;) {
        await turn();
        if (this.#running.size === 0) return;
        // The next call is chosen once every program waits for the storage: then the choice depends on the seed alone.
        if ([...this.#running].some((program) => !this.#pending.some((call) => call.program === program))) continue;
        // The order in which calls arrive depends on the machine. The order in which they are done depends on the seed alone.
        this.#pending.sort((one, other) => one.program.number - other.program.number);
        const [call] = this.#pending.splice(this.#random.below(this.#pending.length), 1);
        if (!call || call.program.hasEnded) continue;
        elapsed += this.#random.below(2000);
        const { program } = call;
        if (this.#random.chance(0.02)) program.clock = this.#random.below(2 * day) - day;
        Date.now = () => startedAt + elapsed + program.clock;
        await this.#do(call, kill);
      }
    } finally {
      Date.now = kept;
    }
  }

  async #do({ program, isWrite, run, answer, fail }: PendingCall, kill: (program: Program) => void): Promise<void> {
    const fate = this.#random.below(100);
    const isKilledAfter = fate === 1 || (fate === 6 && isWrite);
    if (fate === 0) kill(program);
    else if (fate === 2) fail(new StorageUnavailableError('The storage does not answer.'));
    else {
      const value = await run();
      if (isKilledAfter) kill(program);
      else if (fate < 6 && isWrite) fail(new ReleaseError('write-unknown', 'The answer was lost.'));
      else answer(value);
    }
  }
}

/** The site that each history begins with. */
export interface SimulatedSite {
  objects: Objects;
  keysFolder: string;
  /** Two releases of mf-agents in the store. */
  releases: readonly [string, string];
}

/** What a history has shown. */
export interface History {
  acknowledged: number;
  refused: number;
  unknown: number;
  killed: number;
  /** The log at the end, to compare two runs of one seed. */
  digest: string;
  /** Sentences that say what must not be. */
  faults: readonly string[];
}

type Act = (platform: ReleasePlatform, reason: string) => Promise<SwitchResult>;

function actsOn([first, second]: SimulatedSite['releases']): readonly Act[] {
  const by = (reason: string) => ({ remote: 'mf-agents', by: 'anna', reason, rules: [] });
  return [
    (on, reason) => activateRelease(on, { ...by(reason), id: first }),
    (on, reason) => activateRelease(on, { ...by(reason), id: second }),
    (on, reason) => rollbackRelease(on, by(reason)),
    (on, reason) => startCanary(on, { ...by(reason), id: first, percent: 5 }),
    (on, reason) => startCanary(on, { ...by(reason), id: second, percent: 5 }),
    (on, reason) => acts.promote.perform(on, by(reason)),
    (on, reason) => acts.abort.perform(on, by(reason)),
    (on, reason) => acts.freeze.perform(on, by(reason)),
    (on, reason) => acts.unfreeze.perform(on, by(reason)),
    (on, reason) => acts.withdraw.perform(on, by(reason)),
    (on, reason) => acts.restore.perform(on, by(reason)),
    (on, reason) => acts.undo.perform(on, by(reason)),
  ];
}

const writers = 3;
const actsOfWriter = 4;
const servers = 2;
const looksOfServer = 8;

/**
 * Three people act on one site at the same time, while two servers follow it, under the faults of {@link Scheduler}. Each act
 * has a reason of its own, by which it is found in the log.
 */
export async function simulateHistory(site: SimulatedSite, seed: number): Promise<History> {
  const random = seededRandom(seed);
  const storage = new MemoryStorage(site.objects);
  const scheduler = new Scheduler(random);
  const acts = actsOn(site.releases);
  const deaths = new Map<Program, () => void>();
  const outcomes = new Map<string, 'done' | 'unchanged' | 'refused' | 'unknown'>();
  const faults: string[] = [];
  let killed = 0;

  const open = (view: ObjectStorage) => {
    const pace = { poll: 200, newest: 5000, whole: 5000, heartbeats: 2000, heartbeatMaxAge: 10_000, isFree: true };
    const reports = { watched: 2000, otherwise: 2000 };
    const parts = { mirror: null, keysFolder: site.keysFolder, cacheFolder: null, isServing: false };
    return buildPlatform(new ReleaseStore({ storage: view, pace: { ...pace, reports }, ...parts }));
  };

  /** A program that is killed starts again, with the work that is left. */
  async function live(number: number, work: (platform: ReleasePlatform) => Promise<void>): Promise<void> {
    for (;;) {
      const program: Program = { number, clock: 0, hasEnded: false };
      const { promise, resolve } = Promise.withResolvers<void>();
      deaths.set(program, resolve);
      const platform = open(scheduler.viewOf(storage, program));
      if ((await scheduler.start(program, () => work(platform), promise)) === 'ended') return;
      killed += 1;
    }
  }

  async function write(writer: number): Promise<void> {
    const plan = Array.from({ length: actsOfWriter }, () => random.oneOf(acts));
    const left = [...plan.entries()];
    await live(writer, async (platform) => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [number, act] = next;
        const reason = `${seed} ${writer} ${number}`;
        outcomes.set(reason, 'unknown');
        outcomes.set(reason, await outcomeOf(act?.(platform, reason)));
      }
    });
  }

  async function serve(server: number): Promise<void> {
    let left = looksOfServer;
    await live(writers + server, async ({ chain }) => {
      let seen = -1;
      while (left > 0) {
        left -= 1;
        await chain.refresh({ whole: left % 2 === 0 }).catch(rethrowUnlessAway);
        if (chain.state.revision < seen)
          faults.push(`server ${server} went back from ${seen} to ${chain.state.revision}`);
        seen = chain.state.revision;
        for (const problem of chain.problems) if (!isOfClock(problem)) faults.push(`server ${server}: ${problem}`);
      }
    });
  }

  const programs = [
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: servers }, (_, server) => serve(server)),
  ];
  await scheduler.run((program) => deaths.get(program)?.(), Date.parse('2026-11-20T08:00:00.000Z'));
  await Promise.all(programs);

  const { chain } = open(storage);
  await chain.refresh({ whole: true });
  for (const problem of chain.problems) faults.push(`in the end: ${problem}`);
  for (const [reason, outcome] of outcomes) {
    const times = chain.applied.filter(({ signed }) => signed.entry.reason === reason).length;
    const isRight = { done: times === 1, unchanged: times === 0, refused: times === 0, unknown: times <= 1 };
    if (!isRight[outcome]) faults.push(`act ${reason} was ${outcome} and stands ${times} times in the log`);
  }
  const count = (...wanted: string[]) => [...outcomes.values()].filter((outcome) => wanted.includes(outcome)).length;
  return {
    ...{
      acknowledged: count('done', 'unchanged'),
      refused: count('refused'),
      unknown: count('unknown'),
      killed,
      faults,
    },
    digest: createHash('sha256')
      .update(chain.applied.map(({ signed }) => `${signed.entry.reason} ${signed.entry.at}`).join('\n'))
      .digest('hex'),
  };
}

/** A server whose clock is behind says so of a revision whose writer's clock was ahead; the revision counts. */
const isOfClock = (problem: string) => problem.includes('a time that has not come');

async function outcomeOf(
  act: Promise<SwitchResult> | undefined,
): Promise<'done' | 'unchanged' | 'refused' | 'unknown'> {
  try {
    return (await act)?.outcome === 'changed' ? 'done' : 'unchanged';
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    return error.code === 'write-unknown' ? 'unknown' : 'refused';
  }
}

function rethrowUnlessAway(error: unknown): void {
  if (!(error instanceof StorageUnavailableError)) throw error;
}
