import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { releaseIdPattern, remoteNamePattern } from 'kit/contracts/release';
import {
  previewRequestSchema,
  revisionRequestSchema,
  squadCallsBase,
  switchRequestSchema,
} from 'kit/contracts/squad/calls';
import { requestLimits } from 'kit/contracts/squad/limits';
import { networkOf } from 'kit/server/network-of';
import { messageOf } from 'kit/server/text';
import type * as z from 'zod/mini';
import { Failures, GateRefusal, type KeyRights, type ReleasePlatform } from '../../platform/index.ts';
import type { Report } from '../alerts/incident.ts';
import type { SiteMetrics } from '../health/site-metrics.ts';
import type { ReadVisitorAddress } from '../http/read-request.ts';
import { respond, respondWithProblem } from '../http/respond.ts';
import { closeAfterAnswer, presentRefusal } from './present-refusal.ts';
import { loadErrors, loadLog, loadReleases, loadStatus, loadVisits, makePreview } from './read-calls.ts';
import { receiveRelease } from './receive-release.ts';
import { Semaphore } from './semaphore.ts';
import { badRequest, SquadRefusal } from './squad-refusal.ts';
import { type Caller, SwitchCalls } from './switch-calls.ts';
import { UploadStage } from './upload-stage.ts';
import { promisedBody, readSignedJson, SeenNonces, siteIdOf, verifyRequest } from './verify-request.ts';

export interface SquadHandlerParts {
  platform: ReleasePlatform;
  metrics: Pick<SiteMetrics, 'readFigures' | 'since'>;
  /** DATA_DIR, which holds unfinished uploads. */
  dataFolder: string;
  previewKey: Buffer;
  sealingKey: Buffer;
  addressOf: ReadVisitorAddress;
  log?: (sentence: string) => void;
  report?: Report;
  now?: () => number;
}

/** In milliseconds, for a sender that sends nothing. */
const silence = 20_000;
/** In milliseconds; untouched unfinished uploads are removed after this time. */
const stagedFor = 24 * 3_600_000;
const sweepInterval = 3_600_000;

interface Call extends Caller {
  request: IncomingMessage;
  remote: string;
  id: string;
  revision: number;
  query: URLSearchParams;
}

interface Route {
  method: string;
  path: RegExp;
  answer: (call: Call) => Promise<object>;
}

const remote = `(?<remote>${remoteNamePattern.source.slice(1, -1)})`;
const id = `(?<id>${releaseIdPattern.source.slice(1, -1)})`;

/**
 * The calls of squads: releases and switches over the network. Each call is signed by a key of the site and stays within
 * its rights.
 */
export class SquadHandler {
  readonly #parts: Required<SquadHandlerParts>;
  readonly #nonces = new SeenNonces();
  readonly #stage: UploadStage;
  readonly #switches: SwitchCalls;
  readonly #mapper: Failures.StackMapper;
  readonly #receiving = new Semaphore({ atOnce: 8, waiting: 64, timeout: 25_000 });
  readonly #storing = new Semaphore({ atOnce: 1, waiting: 64, timeout: 60_000 });
  readonly #routes: readonly Route[] = [
    route('GET', '/status', ({ key }) => loadStatus(this.#parts.platform, key)),
    route('GET', `/remotes/${remote}/releases`, (call) => loadReleases(this.#parts.platform, call.remote)),
    routeOfOwn(`/remotes/${remote}/log`, (call) => loadLog(this.#parts.platform, call.remote, lastOf(call.query))),
    routeOfOwn(`/remotes/${remote}/errors`, (call) => loadErrors(this.#parts.platform, this.#mapper, call.remote)),
    routeOfOwn(`/remotes/${remote}/visits`, (call) => loadVisits(this.#parts.metrics, call.remote)),
    route('PUT', `/remotes/${remote}/releases/${id}`, (call) => this.#publish(call)),
    route('POST', `/remotes/${remote}/releases/${id}/preview`, (call) => this.#preview(call)),
    route('POST', `/remotes/${remote}/switches`, (call) => this.#propose(call)),
    route('PUT', '/revisions/(?<revision>[1-9]\\d{0,14})', (call) => this.#take(call)),
  ];

  constructor(parts: SquadHandlerParts) {
    const log = (line: string) => console.log(`[shell] squads: ${line}`);
    this.#parts = { log, report: () => {}, now: Date.now, ...parts };
    this.#stage = new UploadStage(join(parts.dataFolder, 'uploads'));
    this.#switches = new SwitchCalls(parts);
    // Squads do not see the source of the shell.
    this.#mapper = new Failures.SourceMapper({ platform: parts.platform, readShellMap: () => Promise.resolve(null) });
  }

  /** Removes unfinished uploads now and regularly, until it is stopped. */
  start(): { stop: () => void } {
    const sweep = () => {
      this.#stage.sweep(new Date(this.#parts.now() - stagedFor)).catch((error: unknown) => {
        this.#parts.log(`unfinished uploads stay: ${messageOf(error)}`);
      });
    };
    sweep();
    const timer = setInterval(sweep, sweepInterval).unref();
    return { stop: () => clearInterval(timer) };
  }

  async handle(request: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
    const path = address.pathname.slice(squadCallsBase.length);
    const routes = this.#routes.filter((route) => route.path.test(path));
    const route = routes.find(({ method }) => method === request.method);
    let caller: Caller | null = null;
    try {
      if (!route) throw noSuchCall(routes, response);
      const { chain } = this.#parts.platform;
      const siteId = siteIdOf(chain.rights);
      const key = verifyRequest(request, {
        rights: chain.rights,
        siteId,
        nonces: this.#nonces,
        now: this.#parts.now(),
      });
      const groups = route.path.exec(path)?.groups ?? {};
      const from = this.#parts.addressOf(request);
      caller = { key, network: from && networkOf(from) };
      const answer = await route.answer({
        request,
        ...caller,
        remote: groups.remote ?? '',
        id: groups.id ?? '',
        revision: Number(groups.revision ?? 0),
        query: address.searchParams,
      });
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
      respond(request, response, { status: 200, headers, body: Buffer.from(JSON.stringify(answer)) });
    } catch (error) {
      // The sender has disconnected and gets no answer. Stored bytes stay.
      if (request.errored || response.destroyed) return;
      this.#refuse(request, response, error, caller);
    }
  }

  /** A release that is refused repeatedly for the same reason is one incident. */
  #report({ message, findings, subject }: GateRefusal, { key }: Caller): void {
    const rules = [...new Set(findings.map(({ rule }) => rule))].join(' ');
    const [remote = null] = subject.split(' ');
    const sentence = `The gate refused what the key ${key.name} asked for. ${message}`;
    this.#parts.report({ kind: 'release-refused', key: `${subject} ${rules}`, remote, sentence });
  }

  #refuse(request: IncomingMessage, response: ServerResponse, error: unknown, caller: Caller | null): void {
    const refusal = presentRefusal(error);
    if (!refusal) throw error;
    const { code, retryAfter, findings } = refusal;
    if (!request.complete) closeAfterAnswer(response);
    // Requests of unknown callers are not logged individually.
    if (caller) this.#note(caller, `was refused ${request.method} ${request.url?.slice(0, 200)}: ${code}`);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    respondWithProblem(request, response, refusal, { code, findings });
  }

  async #publish(call: Call): Promise<object> {
    const { request, key, remote, id } = call;
    this.#checkRight(key, 'publish', remote);
    const promised = promisedBody(request, requestLimits.uploadBytes);
    const { platform } = this.#parts;
    const answer = await this.#receiving.take(() =>
      unlessSilent(request, () =>
        receiveRelease({ platform, stage: this.#stage, storing: this.#storing }, { request, promised, remote, id }),
      ),
    );
    if (answer.state === 'published' && answer.added) this.#note(call, `published ${remote} ${id}`);
    return answer;
  }

  async #preview(call: Call): Promise<object> {
    const { request, key, remote, id } = call;
    this.#checkRight(key, 'publish', remote);
    const { hours } = await readJson(previewRequestSchema, request);
    const answer = await makePreview(this.#parts.platform, this.#parts.previewKey, { remote, id, hours });
    this.#note(call, `made a preview link of ${remote} ${id}`);
    return answer;
  }

  async #propose(call: Call): Promise<object> {
    const { request, remote } = call;
    const asked = await readJson(switchRequestSchema, request);
    try {
      return await this.#switches.propose(call, remote, asked);
    } catch (error) {
      // A refused dry run is not reported, because the release was not meant for visitors.
      if (error instanceof GateRefusal && !asked.dryRun) this.#report(error, call);
      throw error;
    }
  }

  async #take(call: Call): Promise<object> {
    const { request, revision } = call;
    const answer = await this.#switches.take(call, revision, await readJson(revisionRequestSchema, request));
    this.#note(call, `made revision ${revision}`);
    return answer;
  }

  #checkRight(key: KeyRights.KnownKey, action: KeyRights.RightAction, remote: string): void {
    const at = new Date(this.#parts.now()).toISOString();
    const objection = this.#parts.platform.chain.rights.objection(key.keyId, { action, remote, at });
    if (objection === null) return;
    throw new SquadRefusal({ status: 403, code: 'right' }, `This key may not ${action} ${remote}: it is ${objection}.`);
  }

  #note({ key, network }: Caller, what: string): void {
    this.#parts.log(`the key ${key.name} ${what}, from ${network ?? 'an unknown network'}`);
  }
}

function route(method: string, path: string, answer: Route['answer']): Route {
  return { method, path: new RegExp(`^${path}$`), answer };
}

/** Only answers a key of the remote, whatever its actions are. */
function routeOfOwn(path: string, answer: Route['answer']): Route {
  return route('GET', path, async (call) => {
    const { key, remote } = call;
    if (key.remotes === '*' || key.remotes.includes(remote)) return answer(call);
    throw new SquadRefusal(
      { status: 403, code: 'right' },
      `The key ${key.name} is for ${key.remotes.join(', ')}: it may not read what is of ${remote} alone.`,
    );
  });
}

function noSuchCall(routes: readonly Route[], response: ServerResponse): SquadRefusal {
  if (routes.length === 0) {
    return new SquadRefusal({ status: 404, code: 'no-such-call' }, 'There is no such call: docs/squads.md lists them.');
  }
  const methods = routes.map(({ method }) => method).join(', ');
  response.setHeader('Allow', methods);
  return new SquadRefusal({ status: 405, code: 'no-such-call' }, `This call is made by ${methods}.`);
}

/** Reads and parses a body. @throws SquadRefusal 400 that names the invalid fields. */
async function readJson<Output>(schema: z.ZodMiniType<Output>, request: IncomingMessage): Promise<Output> {
  const result = schema.safeParse(await unlessSilent(request, () => readSignedJson(request)));
  if (result.success) return result.data;
  const fields = [...new Set(result.error.issues.map(({ path }) => path.join('.') || 'the whole'))];
  throw badRequest(`This request is not written as this site takes it: ${fields.slice(0, 5).join(', ')}.`);
}

/** Disconnects a sender that sends nothing for too long. The server's own processing time does not count. */
async function unlessSilent<Result>(request: IncomingMessage, read: () => Promise<Result>): Promise<Result> {
  request.setTimeout(silence, () => {
    if (!request.complete) request.destroy();
  });
  try {
    return await read();
  } finally {
    request.setTimeout(0);
  }
}

function lastOf(query: URLSearchParams): number {
  const last = Number(query.get('last') ?? 20);
  return Number.isInteger(last) && last > 0 ? Math.min(last, 200) : 20;
}
