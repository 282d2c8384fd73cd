import { describePlan } from 'kit/contracts/canary-plan';
import type { Health, Site } from '../../platform/index.ts';
import { At, Joined, Time, Words } from '../parts.tsx';
import { howLong, type RoomRemote } from './room.tsx';

/** The worst condition of a remote in two or three words, with a sentence when there is more to say. */
interface RemoteStatus {
  kind: 'bad' | 'warn' | 'good' | 'calm';
  /** The words begin with a shape, because colour alone must not distinguish statuses (WCAG 1.4.1). */
  words: string;
  sentence: string;
}

type Known = Pick<RoomRemote, 'state' | 'verdict' | 'freeze'>;

export function statusOf({ state, verdict, freeze }: Known): RemoteStatus {
  if (!state) return { kind: 'calm', words: '○ nothing live', sentence: 'No release is live.' };
  if (state.withdrawn) {
    return {
      kind: 'bad',
      words: '■ withdrawn',
      sentence: `Visitors see that its pages are not available. Reason: ${state.withdrawn.reason}`,
    };
  }
  const alarm = verdict?.live.alarm ?? verdict?.canary?.alarm;
  if (alarm) return { kind: 'bad', words: '▲ needs attention', sentence: alarm.sentence };
  if (verdict && isLiveFailing({ verdict })) {
    return { kind: 'bad', words: '▲ failing', sentence: failingSentence(verdict.live) };
  }
  const { canary } = verdict ?? {};
  if (
    canary &&
    !verdict?.isFaultOfRemote &&
    !canary.isOver &&
    (canary.warning || canary.evaluation.kind === 'failing')
  ) {
    return { kind: 'bad', words: '▲ canary failing', sentence: failingSentence(canary) };
  }
  if (state.canary) {
    const waiting = verdict?.canary?.evaluation;
    const sentence = waiting?.kind === 'waiting' ? `The canary has ${waiting.sentence}.` : '';
    const held = state.canary.plan?.paused ? ', paused' : '';
    return { kind: 'warn', words: `◆ canary ${state.canary.percent} %${held}`, sentence };
  }
  if (freeze) return { kind: 'warn', words: freeze.isOfSite ? '■ site frozen' : '■ frozen', sentence: '' };
  const evaluation = verdict?.live.evaluation;
  if (evaluation?.kind === 'waiting')
    return { kind: 'calm', words: '○ collecting data', sentence: `It has ${evaluation.sentence}.` };
  return { kind: 'good', words: '● healthy', sentence: '' };
}

/** Whether the live release itself fails. Failures of one remote only are not held against the shell around it. */
export function isLiveFailing({ verdict }: Pick<RoomRemote, 'verdict'>): boolean {
  if (!verdict) return false;
  const { live, isFailingNow, isFaultOfRemote } = verdict;
  if (live.alarm) return true;
  if (isFaultOfRemote || live.isOver) return false;
  return Boolean(isFailingNow || live.warning || live.evaluation.kind === 'failing');
}

function failingSentence({ health, warning, evaluation }: Health.Verdict): string {
  const { id, views, failures, networks, failedNetworks } = health;
  if (warning && evaluation.kind !== 'failing') return `${id} fails: ${warning} within the last minutes.`;
  return `${id} fails: ${failures} of ${views} page views since it went live, on all servers, in ${failedNetworks} of ${networks} networks.`;
}

const order = ['bad', 'warn', 'calm', 'good'] as const;

const day = 24 * 3_600_000;

/** Those that need attention first, then those with recent incidents, then the latest switches. */
export function inOrderOfNeed<Remote extends Known & Pick<RoomRemote, 'name'>>(
  remotes: readonly Remote[],
  { told, at }: { told: ReadonlySet<string | null>; at: number },
): Remote[] {
  const rank = (remote: Remote) => {
    const { kind } = statusOf(remote);
    return kind !== 'bad' && told.has(remote.name) ? 0.5 : order.indexOf(kind);
  };
  const switchedAt = ({ state }: Remote) => {
    const since = Date.parse(state?.since ?? '');
    return at - since < day ? since : 0;
  };
  return remotes.toSorted(
    (one, other) =>
      rank(one) - rank(other) || switchedAt(other) - switchedAt(one) || one.name.localeCompare(other.name),
  );
}

export function Facts({ remote: { state, switched, freeze, origin, nextStep } }: { remote: RoomRemote }) {
  if (!state) return null;
  const since = state.since ?? switched?.at ?? '';
  return (
    <>
      <p className="facts">
        <code>{state.live}</code> live{since !== '' && ` for ${howLong(Date.now() - Date.parse(since))}`}
        <At words=", since " iso={since} />
        {switched && <Switched switched={switched} />}
      </p>
      <Origin origin={origin} />
      {state.canary && <Canary canary={state.canary} nextStep={nextStep} />}
      {freeze && (
        <p className="facts">
          <Freeze freeze={freeze} />
        </p>
      )}
      {state.guard === 'off' && <small>automatic rollback is off</small>}
    </>
  );
}

/** Where a release was built from: `0a1b2c3d4e, Anna, #42`. */
export function Origin({ origin }: Pick<RoomRemote, 'origin'>) {
  if (!origin) return null;
  const { commit, author, pullRequest } = origin;
  const words = [author, pullRequest].filter((text) => text !== undefined);
  const parts = [
    ...(commit === null ? [] : [<code key="commit">{shorten(commit)}</code>]),
    ...words.map((text) => <bdi key={text}>{text}</bdi>),
  ];
  return (
    parts.length > 0 && (
      <small>
        <Joined parts={parts} />
      </small>
    )
  );
}

/** A commit of a working tree that differed from it ends with `-dirty`. */
function shorten(commit: string): string {
  return commit.slice(0, 10) + (commit.endsWith('-dirty') ? ' with local changes' : '');
}

/** The reason of a rollback is about the release that was left, not about the live one. */
function Switched({ switched: { action, from, by, reason } }: { switched: NonNullable<RoomRemote['switched']> }) {
  const isRollback = action === 'rollback' && from !== null;
  return (
    <>
      {isRollback ? ': ' : ', by '}
      <bdi>{by}</bdi>
      {isRollback && (
        <>
          {' '}
          rolled <code>{from}</code> back
        </>
      )}
      <Words text={reason} />
    </>
  );
}

interface CanaryProps {
  canary: NonNullable<NonNullable<RoomRemote['state']>['canary']>;
  nextStep: RoomRemote['nextStep'];
}

function Canary({ canary: { id, percent, since, plan }, nextStep }: CanaryProps) {
  return (
    <>
      <p className="facts">
        Canary <code>{id}</code> for {percent} % of the visitors
        <At words=", since " iso={since} />
      </p>
      {plan && (
        <p className="facts">
          Plan: {describePlan(plan)}.{' '}
          {plan.paused ? (
            <strong>
              Paused since <Time iso={plan.paused.since} />: <bdi>{plan.paused.reason}</bdi>
            </strong>
          ) : (
            <Next step={nextStep} />
          )}
        </p>
      )}
    </>
  );
}

function Next({ step }: { step: RoomRemote['nextStep'] }) {
  if (step === null) return 'The share stays as it is.';
  return (
    <>
      It {step.percent === null ? 'goes live' : `grows to ${step.percent} %`} at <Time iso={step.at} />, as long as it
      is no worse than the live release.
    </>
  );
}

export function Freeze({ freeze: { since, until, reason, isOfSite } }: { freeze: Site.Freeze }) {
  return (
    <>
      {isOfSite ? 'The whole site is frozen' : 'Frozen'} since <Time iso={since} />
      <At words=" until " iso={until} />
      {!until && ', until somebody ends it'}: no new release goes live, rollbacks still work.
      <Words after=" Reason: " text={reason} />
    </>
  );
}
