import { describePlan } from 'kit/contracts/canary-plan';
import { type ReleaseStore, releaseDifferences, Site, type Writing } from '../platform/index.ts';
import type { Outcome } from './command.ts';

/** Describes what a switch changed or would change. A dry run also names the differences between the releases. */
export async function describeSwitch(
  store: ReleaseStore,
  { composition, outcome, gateMilliseconds, notes }: Writing.SwitchResult,
  remote: string,
): Promise<Outcome> {
  const state = composition.remotes[remote];
  if (outcome === 'unchanged') {
    return {
      text: `${remote} ${state?.live} is ${state?.canary?.plan ? `live, and the plan of ${state.canary.id} is so` : 'live'} already; nothing was changed.`,
      json: { remote, outcome, revision: composition.revision, state, gateMilliseconds, notes },
    };
  }
  const { revision, action, from, to, also, undoes } = composition;
  const { plan } = state?.canary ?? {};
  const subject = undoes ? `undo of revision ${undoes.revision} (${undoes.action})` : action;
  const move = Site.isAboutSite(composition)
    ? subject
    : Site.movesOf(composition)
        .map((one) => `${subject} ${one.remote}: ${one.from ?? 'nothing'} -> ${one.to}`)
        .join('\n')
        .concat(plan && action === 'canary' ? `\nPlan: ${describePlan(plan)}` : '');
  const json = {
    remote,
    outcome,
    revision,
    action,
    from,
    to,
    ...(also && { also }),
    ...(undoes && { undoes }),
    state,
    gateMilliseconds,
    notes,
  };
  const looked = notes.map((note) => `\nGate: ${note}.`).join('');
  if (outcome === 'checked') {
    const differences = await differencesOfMoves(store, composition);
    const lines = differences.flatMap((one) => [
      `What differs in ${one.remote}:`,
      ...one.differences.map((line) => `  ${line}`),
    ]);
    const text = [`All checks passed. This would change:\n${move}${looked}`, ...lines].join('\n');
    return { text, json: { ...json, differences } };
  }
  return { text: `${move}${looked}\nRevision ${revision}; new page loads get it within a second.`, json };
}

function differencesOfMoves(store: ReleaseStore, composition: Writing.SwitchResult['composition']) {
  const moves = Site.isAboutSite(composition) ? [] : Site.movesOf(composition);
  return Promise.all(
    moves.flatMap(({ remote, from, to }) =>
      from === null || from === to
        ? []
        : [releaseDifferences(store, { remote, from, to }).then((differences) => ({ remote, from, to, differences }))],
    ),
  );
}
