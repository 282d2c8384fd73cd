import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import {
  type RevisionRequest,
  revisionAnswerSchema,
  type SwitchAnswer,
  type SwitchCall,
  switchAnswerSchema,
} from '../../contracts/squad/calls.ts';
import { revisionSigningText } from '../../contracts/squad/signed-request.ts';
import { asJson, type SiteClient } from './site-client.ts';
import { SiteError } from './site-error.ts';

/** Squads that switch at the same time each win once, so a busy site needs several attempts. */
const maxTries = 40;
/** In milliseconds. */
const maxDelay = 300;

export type SwitchOutcome = Omit<SwitchAnswer, 'outcome' | 'proposal'> & {
  outcome: 'changed' | 'unchanged' | 'checked';
  /** For the first release of a remote: servers that do not serve it yet. */
  notServedBy?: string[];
};

/**
 * Switches a remote. The site checks the switch and proposes the next revision, this client verifies and signs it, and the
 * site writes it. If another revision was written in between, the site proposes again, unless `expectedRevision` is set or
 * the switch would have another effect.
 * @throws SiteError
 */
export async function switchOnSite(client: SiteClient, remote: string, call: SwitchCall): Promise<SwitchOutcome> {
  const path = `/remotes/${remote}/switches`;
  let first: SwitchAnswer | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await client.call({ method: 'POST', path, schema: switchAnswerSchema, body: asJson(call) });
    if (answer.outcome === 'unchanged' || answer.proposal === null) return answer;
    if (first && (first.from !== answer.from || first.to !== answer.to)) {
      throw new SiteError(
        'revision-taken',
        `Somebody else switched ${remote} meanwhile: it would go from ${answer.from} to ${answer.to} now, not from ${first.from} to ${first.to}. Nothing was changed; look at its status and decide again.`,
      );
    }
    first ??= answer;
    const { proposal, ...rest } = answer;
    checkProposal(proposal.entry, remote, call);
    try {
      const { notServedBy } = await signAndSend(client, answer.revision, proposal);
      return { ...rest, outcome: 'changed', ...(notServedBy && { notServedBy }) };
    } catch (error) {
      const isRaced = error instanceof SiteError && error.code === 'revision-taken';
      if (!isRaced || call.expectedRevision !== undefined || attempt >= maxTries) throw error;
      await sleep(Math.random() * maxDelay);
    }
  }
}

async function signAndSend(
  client: SiteClient,
  revision: number,
  { entry, pass }: { entry: string; pass: string },
): Promise<z.infer<typeof revisionAnswerSchema>> {
  const sha256 = createHash('sha256').update(entry).digest('hex');
  const signature = { keyId: client.key.keyId, signature: client.key.sign(revisionSigningText(sha256)) };
  const body: RevisionRequest = { entry, pass, signature };
  return client.call({
    method: 'PUT',
    path: `/revisions/${revision}`,
    schema: revisionAnswerSchema,
    body: asJson(body),
  });
}

/** The members of a proposed entry that the client verifies. */
const proposalSchema = z.object({
  reason: z.string(),
  action: z.object({
    type: z.string(),
    remote: z.optional(z.string()),
    id: z.optional(z.string()),
    moves: z.optional(z.array(z.object({ remote: z.string(), to: z.string() }))),
    percent: z.optional(z.number()),
    plan: z.optional(z.unknown()),
  }),
});

/** Throws unless the proposal is what the key's owner asked for, so that a site cannot get a signature for anything else. */
function checkProposal(text: string, remote: string, { action, id, percent, plan, reason }: SwitchCall): void {
  const entry = proposalSchema.safeParse(JSON.parse(text)).data;
  const act = entry?.action;
  // A squad never switches several remotes or the whole site.
  const [move, ...others] = act?.moves ?? [];
  const isRequested =
    act?.type === action &&
    (move?.remote ?? act.remote) === remote &&
    others.length === 0 &&
    entry?.reason === reason &&
    (id === undefined || (move?.to ?? act.id) === id) &&
    (percent === undefined || act.percent === percent) &&
    isDeepStrictEqual(act.plan, plan);
  if (isRequested) return;
  throw new SiteError(
    'other-proposal',
    'The site proposed another change than the one that was asked for; nothing was signed. Tell its staff.',
  );
}
