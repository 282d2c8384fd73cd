import type { Acts } from '../../platform/index.ts';
import { Check, minute, type Options, Select } from '../parts.tsx';
import type { ActPageProps } from './act-page.tsx';
import type { ListedRelease } from './load-room.ts';
import { wasLive } from './room.ts';
import { Empty } from './room-frame.tsx';

/**
 * The number of options of one select. Older releases are on the page of the remote, which links here with its release
 * chosen.
 */
const maxOptions = 60;

/** Gives the release that the form has chosen when it opens; empty for none. */
export function chosenOf({ act, remote, filled }: Pick<ActPageProps, 'act' | 'remote' | 'filled'>): string {
  const fields = act.takes;
  if (fields.includes('former')) return filled.get('id') || (remote?.state?.previous ?? '');
  if (!fields.includes('release')) return '';
  return filled.get('id') ?? (fields.includes('share') ? (remote?.state?.canary?.id ?? '') : '');
}

export function Field({ field, ...props }: ActPageProps & { field: Acts.ActArgument }) {
  const { remote, releases, filled } = props;
  const own = remote ? (releases.get(remote.name) ?? []) : [];
  if (field === 'former') {
    const chosen = chosenOf(props);
    const options = formerOf(own, remote?.state?.previous, chosen);
    return <Select name="id" label="Roll back to" options={options} chosen={chosen} />;
  }
  if (field === 'release') {
    const chosen = chosenOf(props);
    const others = own.filter(({ is }) => is !== 'live');
    const options = optionsOf(others, chosen);
    return <Select name="id" label="Release" options={options} chosen={chosen} />;
  }
  if (field === 'several') return <Several {...props} />;
  if (field === 'share') return <Share text={filled.get('share') ?? ''} />;
  if (field === 'end') return <Select name="end" label="It ends" options={ends} chosen={filled.get('end') ?? '240'} />;
  return (
    <p>
      <Check name="guard" value="off" defaultChecked={filled.get('guard') === 'off'}>
        Never roll this release back automatically
      </Check>
    </p>
  );
}

/** The options of a select of releases. The chosen one is always among them. */
function optionsOf(
  releases: readonly ListedRelease[],
  chosen: string,
  first: Options[number] = ['', 'choose one'],
): Options {
  const listed = releases
    .slice(0, maxOptions)
    .map(
      ({ id, publishedAt, is }) =>
        [id, `${id}${publishedAt === '' ? '' : `, ${minute(publishedAt)}`} (${is})`] as const,
    );
  const isListed = [first, ...listed].some(([id]) => id === chosen);
  return [first, ...(isListed ? [] : [[chosen, chosen] as const]), ...listed];
}

function formerOf(releases: readonly ListedRelease[], previous: string | null | undefined, chosen: string): Options {
  const others = releases.filter((release) => wasLive(release) && release.id !== previous);
  return optionsOf(others, chosen, previous ? [previous, `the previous release, ${previous}`] : undefined);
}

function Several({ room, releases, filled }: ActPageProps) {
  const chosen = new Set(filled.getAll('remote'));
  const rows = room.remotes.flatMap(({ name, state }) => {
    const own = releases.get(name) ?? [];
    if (!state || !own.some(wasLive)) return [];
    const to = filled.get(`to ${name}`) ?? state.previous ?? '';
    const label = (
      <>
        Roll back to<span className="hidden">, {name}</span>
      </>
    );
    return [
      <div key={name} className="was">
        <Check name="remote" value={name} defaultChecked={chosen.has(name)}>
          <strong>{name}</strong>
        </Check>
        <p>live: {state.live}</p>
        <Select
          name={`to ${name}`}
          id={`to-${name}`}
          label={label}
          options={formerOf(own, state.previous, to)}
          chosen={to}
        />
      </div>,
    ];
  });
  if (rows.length === 0) return <Empty>No remote has an earlier release to roll back to.</Empty>;
  return (
    <fieldset>
      <legend>Remotes</legend>
      {rows}
    </fieldset>
  );
}

function Share({ text }: { text: string }) {
  return (
    <div>
      <label htmlFor="share">Percent of the visitors</label>
      <input
        type="text"
        id="share"
        name="share"
        defaultValue={text}
        required
        maxLength={400}
        autoComplete="off"
        aria-describedby="share-note"
      />
      <small id="share-note">
        <b>10</b> gives the release 10 % until somebody changes that. <b>1, 5, 25</b> is a plan with ten minutes a step;{' '}
        <b>1:10m, 5:1h, 25:1d</b> sets the time of each step. A plan stops when the canary is worse than the live
        release. It goes live by itself only if it ends with the word “live”: <b>1, 5, 25, 100, live</b>. The next page
        shows it in words before it starts.
      </small>
    </div>
  );
}

const ends = [
  ['60', 'in one hour'],
  ['240', 'in four hours'],
  ['1440', 'in one day'],
  ['4320', 'in three days'],
  ['10080', 'in a week'],
  ['', 'when somebody ends it'],
] as const;
