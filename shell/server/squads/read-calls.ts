import { shellName } from 'kit/contracts/shell-name';
import type {
  ErrorsAnswer,
  logAnswerSchema,
  previewAnswerSchema,
  releasesAnswerSchema,
  StatusAnswer,
  VisitsAnswer,
} from 'kit/contracts/squad/calls';
import type * as z from 'zod/mini';
import {
  Failures,
  Health,
  History,
  KeyRights,
  Released,
  ReleaseFiles,
  type ReleasePlatform,
  Site,
  Writing,
} from '../../platform/index.ts';
import { createPreviewToken } from '../../settings/preview-token.ts';
import type { SiteMetrics } from '../health/site-metrics.ts';
import { toSquadWording } from './squad-refusal.ts';

/** The live releases of every remote, and the rights of the calling key. */
export async function loadStatus(platform: ReleasePlatform, key: KeyRights.KnownKey): Promise<StatusAnswer> {
  const { store, chain } = platform;
  await chain.refresh({ whole: true });
  const current = chain.current?.composition;
  const all = current ? await Health.evaluateSite(store, current) : [];
  // Squads do not release the shell, so it is left out.
  const verdicts = all.filter(({ remote }) => remote !== shellName);
  const publishers = await Released.publishersOf(platform);
  const names = new Set([...KeyRights.remotesIn(chain.rights.namespaces), ...verdicts.map(({ remote }) => remote)]);
  const remotes = [...names].map((remote): StatusAnswer['remotes'][number] => {
    const verdict = verdicts.find((one) => one.remote === remote);
    const state: Partial<Health.RemoteVerdict['state']> = verdict?.state ?? {};
    const { live = null, previous = null, since = null, canary = null, guard = 'on', frozen = null } = state;
    return {
      ...{ remote, live, previous, since, canary, guard, frozen },
      publishedBy: publishers.get(remote) ?? null,
      health: presentHealth(verdict?.live.health),
      canaryHealth: presentHealth(verdict?.canary?.health),
      remarks: [...remarksOf(verdict?.live), ...remarksOf(verdict?.canary).map((words) => `canary: ${words}`)],
    };
  });
  const { name, keyId, actions, expires } = key;
  return {
    revision: current?.revision ?? null,
    key: { name, keyId, remotes: key.remotes, actions: [...actions], expires },
    remotes,
    problems: [...chain.problems],
  };
}

function presentHealth(health: Health.Verdict['health'] | undefined): { views: number; failures: number } | null {
  return health ? { views: health.views, failures: health.failures } : null;
}

function remarksOf(verdict: Health.Verdict | null | undefined): string[] {
  if (verdict?.alarm) return [`ALARM: ${toSquadWording(verdict.alarm.sentence)}`];
  return verdict?.evaluation.kind === 'waiting' ? [verdict.evaluation.sentence] : [];
}

export async function loadReleases(
  { store, chain }: ReleasePlatform,
  remote: string,
): Promise<z.infer<typeof releasesAnswerSchema>> {
  await chain.refresh({ whole: true });
  const state = chain.current?.composition.remotes[remote];
  const releases = await Promise.all(
    (await store.listReleases(remote)).map(async (id) => ({
      id,
      publishedAt: (await store.publishedAt(remote, id)).toISOString(),
      state: Site.roleOf(id, state),
    })),
  );
  releases.sort((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1));
  return { releases: releases.slice(0, 200) };
}

export async function loadLog(
  platform: ReleasePlatform,
  remote: string,
  last: number,
): Promise<z.infer<typeof logAnswerSchema>> {
  const { entries } = await History.readAudit(platform);
  const own = entries.filter((entry) => History.concerns(entry, remote)).slice(-last);
  return {
    entries: own.toReversed().map((entry) => ({
      revision: entry.revision,
      at: entry.at,
      by: entry.by,
      key: 'key' in entry ? entry.key : null,
      action: entry.action,
      changes: History.changesOf(entry),
      reason: entry.reason,
    })),
  };
}

/**
 * The failures of a remote. Browsers report stacks and may lie, so only frames of this remote's scripts show their source:
 * no squad reads the source of others by a report that it made up.
 */
export async function loadErrors(
  { store, chain }: ReleasePlatform,
  mapper: Failures.StackMapper,
  remote: string,
): Promise<ErrorsAnswer> {
  await chain.refresh({ whole: true });
  const ownMapper: Failures.StackMapper = {
    map: async (stack) =>
      (await mapper.map(stack)).map((frame) =>
        Failures.scriptOf(frame.script)?.remote === remote ? frame : { ...frame, source: null },
      ),
  };
  const { failures, problems } = await Failures.readFailures(store, ownMapper, { remote });
  const errors = failures.map(
    ({ releases, browsers, pages, kind, message, stack, firstSeen, lastSeen, count, networks }) => ({
      ...{ releases, browsers, pages, kind, message, stack: [...stack] },
      ...{ firstSeen, lastSeen, count, networks },
    }),
  );
  return { errors, problems: [...problems] };
}

export async function loadVisits(
  metrics: Pick<SiteMetrics, 'readFigures' | 'since'>,
  remote: string,
): Promise<VisitsAnswer> {
  const releases = (await metrics.readFigures())
    .filter((one) => one.remote === remote)
    .map(({ release, views, failures, p75 }) => ({ id: release, views, failures, p75 }));
  return { since: new Date(metrics.since).toISOString(), releases };
}

/**
 * Makes a link to a release that is not live. The gate checks the same as for a rollback: the release may exceed its
 * budget, but its files must be intact.
 */
export async function makePreview(
  platform: ReleasePlatform,
  previewKey: Buffer,
  { remote, id, hours }: { remote: string; id: string; hours: number },
): Promise<z.infer<typeof previewAnswerSchema>> {
  await platform.chain.refresh({ whole: true });
  await Writing.passGate(platform, null, { remote, id, rollback: true });
  const { record } = await ReleaseFiles.loadRelease(platform.store, remote, id);
  const expires = Date.now() + Math.round(hours * 3_600_000);
  const token = createPreviewToken(previewKey, { releases: { [remote]: id }, expires });
  const first = record.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';
  return { path: `${first}?preview=${token}`, expires: new Date(expires).toISOString() };
}
