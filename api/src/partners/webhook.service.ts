import { Inject, Injectable } from '@nestjs/common';
import { CommandError } from 'kit/server/command-error';
import { Database } from '../database/database.ts';
import { type EventSource, endpointPrefix } from '../delivery/channel.ts';
import { findEndpoint, signedHeaders } from '../delivery/post-json.ts';
import { eventIdOf, presentEvent } from '../delivery/webhook.channel.ts';
import { type AuditDetails, writeAudit } from '../inbox/audit.ts';
import {
  addEndpoint,
  checkAddress,
  endpointStates,
  ownPrefix,
  removeEndpoint,
  rotateSecret,
  tryEndpoint,
} from '../office/webhook-commands.ts';
import { changedAtOnce } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import type { SubmissionKind } from '../submissions/kinds.ts';
import { validationProblem } from '../validation/form-validation.ts';
import type { Partner } from './partner-keys.ts';
import type { WebhookDto, WebhookEventsDto, WebhookTestedDto } from './webhook.dto.ts';

export const noEndpoint = 'You have no webhook endpoint yet: set one with POST /api/webhook.';

/** The endpoint that a partner manages with its key. Only the office changes the endpoints that it added. */
@Injectable()
export class WebhookService {
  private readonly allowPrivate: boolean;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.allowPrivate = settings.webhooksAllowPrivate;
  }

  /** @throws ProblemError 404 without an endpoint */
  async read(partner: Partner): Promise<WebhookDto> {
    const endpoint = await this.find(partner);
    if (!endpoint) throw new ProblemError(404, noEndpoint);
    return endpoint;
  }

  /**
   * Adds or changes the endpoint. Only the answer to an addition contains the secret.
   * @throws ProblemError 409 if another request adds or removes it at the same time
   */
  async set(partner: Partner, url: string, kinds: SubmissionKind[] | null): Promise<WebhookDto> {
    const name = nameOf(partner);
    try {
      checkAddress(url, this.allowPrivate);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw validationProblem([{ field: 'url', message: error.message }]);
    }
    const changed = await this.database.run(
      `with changed as (
         update webhook_endpoints set url = $1, kinds = $2::text[] where name = $3 and partner = $4 returning name
       ), untried as (
         update delivery_channels set succeeded_at = null, last_error = case when away_since is not null then last_error end
         where name = (select '${endpointPrefix}' || name from changed)
       )
       select name from changed`,
      [url, kinds, name, partner.name],
    );
    const secret = changed.length > 0 ? {} : { secret: await this.add(partner, url, kinds) };
    await this.note(partner, 'webhook-add', { changed: changed.length > 0 });
    const endpoint = await this.find(partner);
    if (!endpoint) throw new ProblemError(409, changedAtOnce);
    return { ...endpoint, ...secret };
  }

  async rotate(partner: Partner, hours: number): Promise<WebhookDto> {
    await this.read(partner);
    const [rotated] = await orMissing(rotateSecret(this.database, nameOf(partner), hours));
    await this.note(partner, 'webhook-rotate', { hours });
    return { ...(await this.read(partner)), secret: String(rotated?.secret) };
  }

  async remove(partner: Partner): Promise<void> {
    await this.read(partner);
    await orMissing(removeEndpoint(this.database, nameOf(partner)));
    await this.note(partner, 'webhook-remove', {});
  }

  async test(partner: Partner): Promise<WebhookTestedDto> {
    await this.read(partner);
    const { id, ms, failure } = await orMissing(tryEndpoint(this.database, nameOf(partner), this.allowPrivate));
    return { taken: failure === undefined, error: failure ?? null, ms, id };
  }

  /** The events of the partner's newest forms, including tests, for a receiver that is not reachable yet. */
  async events(partner: Partner, limit: number): Promise<WebhookEventsDto> {
    const { kinds } = await this.read(partner);
    const endpoint = await findEndpoint(this.database, nameOf(partner));
    if (!endpoint) throw new ProblemError(404, noEndpoint);
    const forms = await this.database.run<FormRow>(newestForms, [partner.name, kinds, limit]);
    const events = forms.flatMap((form) =>
      eventsOf(form).map((event) => {
        const body = JSON.stringify(presentEvent({ ...form, event }));
        const headers = signedHeaders(endpoint.secrets, { id: eventIdOf(form.id, event), body });
        return { headers: { 'content-type': 'application/json', ...headers }, body };
      }),
    );
    return { events };
  }

  private async find(partner: Partner): Promise<WebhookDto | undefined> {
    const [row] = await this.database.run<EndpointRow>(readEndpoint, [nameOf(partner), partner.name]);
    return row && { ...row, oldSecretUntil: row.oldSecretUntil?.toISOString() ?? null };
  }

  private async add(partner: Partner, url: string, kinds: SubmissionKind[] | null): Promise<string> {
    try {
      const [added] = await addEndpoint(this.database, {
        name: nameOf(partner),
        url,
        kinds: kinds ?? undefined,
        partner: partner.name,
        allowPrivate: this.allowPrivate,
        by: actorOf(partner).by,
      });
      return String(added?.secret);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new ProblemError(409, changedAtOnce);
    }
  }

  private note(partner: Partner, act: string, details: AuditDetails): Promise<void> {
    const entry = { act, details: { name: nameOf(partner), partner: partner.name, key: partner.keyId, ...details } };
    return writeAudit(this.database, actorOf(partner), entry);
  }
}

/** Another request may remove the endpoint after this one has found it. */
async function orMissing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof CommandError ? new ProblemError(404, noEndpoint) : error;
  }
}

/** The prefix keeps the name unique, because all partners and the office share one namespace of endpoints. */
const nameOf = ({ name }: Partner) => ownPrefix + name;

const actorOf = ({ name }: Partner) => ({ by: `partner ${name}`, role: 'partner' as const });

interface EndpointRow extends Record<string, unknown> {
  url: string;
  kinds: string[] | null;
  state: WebhookDto['state'];
  waiting: number;
  lastError: string | null;
  oldSecretUntil: Date | null;
}

const readEndpoint = `select url, kinds, ${endpointStates} where webhook_endpoints.name = $1 and partner = $2`;

type FormRow = Omit<EventSource, 'event'> & Record<string, unknown>;

const newestForms = `
  select * from (
    select id, kind, reference, payload, created_at, returned_at, return_reason, purged_at, is_test, industry, page_path,
      partner, consent_version, ip
    from submissions
    where partner = $1 and quarantine_reason is null and ($2::text[] is null or kind = any($2))
    order by created_at desc, id desc limit $3
  ) newest order by created_at, id`;

/** An erased form only has the event `erased`. */
function eventsOf(form: FormRow): EventSource['event'][] {
  if (form.purged_at) return ['erased'];
  return form.returned_at ? ['created', 'returned'] : ['created'];
}
