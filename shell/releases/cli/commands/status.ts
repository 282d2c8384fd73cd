import { knownRemotes } from '../../namespaces.ts';
import type { Command } from '../command.ts';
import { age, minute, table } from '../layout.ts';

export const statusCommand: Command = {
  name: 'status',
  summary: 'Show which release of each remote is live',
  usage: '',
  positionals: { least: 0, most: 0 },
  options: {},
  async run({ store }) {
    const { current, damaged } = await store.compositions.readCurrent();
    const remotes = [...new Set([...knownRemotes, ...Object.keys(current?.remotes ?? {})])].map((remote) => ({
      remote,
      ...(current?.remotes[remote] ?? { live: null, previous: null }),
    }));
    const json = { store: store.place, revision: current?.revision ?? null, at: current?.at ?? null, remotes, damaged };
    const rows = remotes.map((state) => [
      state.remote,
      state.live ?? 'none',
      state.previous ?? '-',
      'since' in state ? age(state.since) : '-',
    ]);
    const headline = current
      ? `Composition revision ${current.revision}, ${minute(current.at)}, by ${current.by}`
      : 'No release is live yet.';
    const text = [headline, '', table(['remote', 'live', 'previous', 'since'], rows), ...damaged].join('\n');
    return { text, json };
  },
};
