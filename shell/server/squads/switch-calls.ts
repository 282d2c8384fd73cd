import { createHash } from 'node:crypto';
import {
  type RevisionRequest,
  revisionAnswerSchema,
  type SwitchAnswer,
  type SwitchCall,
} from 'kit/contracts/squad/calls';
import { defineSignedToken } from 'kit/server/signed-token';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import {
  Acts,
  Gate,
  isFirstActivation,
  type KeyRights,
  OnBehalf,
  type ReleasePlatform,
  releaseDifferences,
  Writing,
  waitUntilServed,
} from '../../platform/index.ts';
import { Semaphore } from './semaphore.ts';
import { badRequest, SquadRefusal } from './squad-refusal.ts';

/** In milliseconds; the validity of a proposal and of a gate's result. */
const passTime = 5 * 60_000;

/** This site's signed statement that its gate accepted a revision, for one key. */
const passToken = defineSignedToken({
  purpose: 'squad-pass-1',
  schema: z.strictObject({ sha256: z.string(), keyId: z.string(), expires: z.number() }),
});

export interface Caller {
  key: KeyRights.KnownKey;
  /** Null if a proxy provides no address. */
  network: string | null;
}

interface SwitchCallsParts {
  platform: ReleasePlatform;
  /** All servers of the site share the secret, because a proposal may return to another server. */
  sealingKey: Buffer;
}

/**
 * The switches that squads request. A gate's result is valid for some minutes, so that a switch that lost a race is quickly
 * repeated.
 */
export class SwitchCalls {
  readonly #parts: SwitchCallsParts;
  /** Gates run one at a time, because they run browsers on the machine that serves pages. */
  readonly #gate = new Semaphore({ atOnce: 1, waiting: 32, timeout: 100_000 });
  readonly #passed = new LRUCache<string, true>({ max: 500, ttl: passTime });

  constructor(parts: SwitchCallsParts) {
    this.#parts = parts;
  }

  /** Checks a switch and proposes its revision. @throws what the switch throws. */
  async propose({ key, network }: Caller, remote: string, call: SwitchCall): Promise<SwitchAnswer> {
    const { platform, sealingKey } = this.#parts;
    if (call.dryRun && call.action === 'activate' && this.#mayOnlyPublish(key, remote))
      return this.#tryGate(remote, call);
    const by = `${call.by ?? key.name}${network ? ` from ${network}` : ''}`;
    const request = {
      remote,
      by,
      reason: call.reason,
      dryRun: true,
      ...(call.expectedRevision !== undefined && { expectedRevision: call.expectedRevision }),
    };
    const { result, entry } = await OnBehalf.proposeSwitch(platform, key, (own) => this.#change(own, call, request));
    const { composition, gateMilliseconds, notes } = result;
    const { revision, action } = composition;
    const state = composition.remotes[remote];
    const common = { remote, gateMilliseconds, notes: [...notes], revision };
    if (entry === null) {
      return {
        outcome: 'unchanged',
        ...common,
        differences: [],
        action: call.action,
        from: state?.live ?? null,
        to: state?.live ?? '',
      };
    }
    const pass = { sha256: hashOf(entry), keyId: key.keyId, expires: Date.now() + passTime };
    const proposal = call.dryRun ? null : { entry, pass: passToken.create(sealingKey, pass) };
    const { from, to } = composition;
    const differences = call.dryRun ? await this.#differences(remote, from, to) : [];
    return { outcome: 'checked', ...common, differences, action, from, to, proposal };
  }

  #mayOnlyPublish({ keyId }: KeyRights.KnownKey, remote: string): boolean {
    const { rights } = this.#parts.platform.chain;
    const at = new Date().toISOString();
    const objectionTo = (action: KeyRights.RightAction) => rights.objection(keyId, { action, remote, at });
    return objectionTo('publish') === null && objectionTo('activate') !== null;
  }

  /** For the CI of a pull request, whose key publishes and switches nothing: the gate's result alone. */
  async #tryGate(remote: string, { id }: SwitchCall): Promise<SwitchAnswer> {
    needed(id, 'An activation names its release.');
    const { platform } = this.#parts;
    const { composition, revision } = await Writing.readSite(platform);
    const notes: string[] = [];
    const question = { remote, id: id ?? '', rollback: false, notes };
    const gateMilliseconds = await this.#gate.take(() => Writing.passGate(platform, composition, question));
    const from = composition?.remotes[remote]?.live ?? null;
    const differences = await this.#differences(remote, from, question.id);
    const common = { remote, gateMilliseconds, notes, differences, revision: revision + 1 };
    return { outcome: 'checked', ...common, action: 'activate', from, to: question.id, proposal: null };
  }

  async #differences(remote: string, from: string | null, to: string): Promise<string[]> {
    if (from === null || from === to) return [];
    const { store, chain } = this.#parts.platform;
    return releaseDifferences(store, { remote, from, to }, chain.current?.composition);
  }

  /** Writes a proposed revision with the squad's signature. @throws SquadRefusal, or what `takeSignedSwitch` throws. */
  async take(
    { key }: Caller,
    revision: number,
    { entry, pass, signature }: RevisionRequest,
  ): Promise<z.infer<typeof revisionAnswerSchema>> {
    const { platform, sealingKey } = this.#parts;
    const given = passToken.parse(sealingKey, pass);
    const isOwn = given?.keyId === key.keyId && signature.keyId === key.keyId && given.sha256 === hashOf(entry);
    if (!isOwn) {
      throw new SquadRefusal(
        { status: 403, code: 'no-pass' },
        'This revision was not proposed to this key by this site in the last five minutes: ask for the switch again.',
      );
    }
    const taken = await OnBehalf.takeSignedSwitch(platform, { text: entry, signature });
    if (taken.revision !== revision) {
      throw badRequest('The address names another revision than the body.');
    }
    const composition = platform.chain.current?.composition;
    const isFirst = composition?.revision === revision && isFirstActivation(composition);
    const notServedBy = isFirst ? await waitUntilServed(platform.store, composition) : null;
    return revisionAnswerSchema.parse({ outcome: 'changed', revision, ...(notServedBy && { notServedBy }) });
  }

  async #change(platform: ReleasePlatform, call: SwitchCall, request: Acts.ActRequest): Promise<Writing.SwitchResult> {
    const { action, id, percent, plan, guard } = call;
    const act: Acts.Act = Acts.acts[action];
    if (act.takes.includes('release'))
      needed(id, `${action === 'canary' ? 'A canary' : 'An activation'} names its release.`);
    if (act.takes.includes('share') && !plan) needed(percent, 'A canary needs its share: percent, or a plan.');
    const asked: Acts.ActRequest = { ...request, id, percent, plan, guard };
    if (!act.takesRelease) return act.perform(platform, asked);
    const release = id ?? platform.chain.current?.composition.remotes[request.remote]?.canary?.id ?? '';
    return this.#throughGate(platform, request.remote, release, (rules) =>
      act.perform(platform, { ...asked, ...rules }),
    );
  }

  /** Checks all rules, or only those that do not run the release if the others have just passed. */
  async #throughGate(
    { chain }: ReleasePlatform,
    remote: string,
    id: string,
    change: (rules: { rules?: typeof Gate.quickGateRules }) => Promise<Writing.SwitchResult>,
  ): Promise<Writing.SwitchResult> {
    const subject = `${remote} ${id} ${chain.rightsHash}`;
    if (this.#passed.has(subject)) return change({ rules: Gate.quickGateRules });
    return this.#gate.take(async () => {
      const result = await change({});
      this.#passed.set(subject, true);
      return result;
    });
  }
}

function hashOf(entry: string): string {
  return createHash('sha256').update(entry).digest('hex');
}

function needed(value: unknown, sentence: string): void {
  if (value !== undefined) return;
  throw badRequest(sentence);
}
