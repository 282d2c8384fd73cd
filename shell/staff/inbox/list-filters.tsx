import { kindNames, type LeadState, type ListAnswer, leadStates, officeLimits } from 'kit/contracts/office';
import { industriesWithPages } from 'kit/contracts/submission-origin';
import { Button, ButtonLink, Check, HiddenFields, LineField, Nav, PostForm, Select } from '../parts.tsx';
import {
  hiddenOf,
  hrefWith,
  inboxPlace,
  type Listing,
  periodNames,
  placeOf,
  queryOf,
  workNames,
} from './inbox-address.ts';
import { stateNames } from './marks.tsx';

interface Listed {
  listing: Listing;
}

export function Search({ listing }: Listed) {
  const { search } = listing;
  return (
    <search>
      <PostForm action={`${inboxPlace}/search`} hidden={hiddenOf({ ...listing, s: '' })}>
        <label htmlFor="q">Name, phone, mail, city, reference, page or note</label>
        <div className="row">
          <input
            id="q"
            name="q"
            type="search"
            defaultValue={search}
            maxLength={officeLimits.search}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="auto"
          />
          <Button>Search</Button>
          {search !== '' && <ButtonLink href={hrefWith(listing, { s: '' })}>Clear the search</ButtonLink>}
        </div>
      </PostForm>
    </search>
  );
}

type Counts = ListAnswer['counts'];

/** The filters that are links. States have the number of their forms. */
export function Choices({ listing, counts }: Listed & { counts: Counts }) {
  const choice = (label: string, name: ChoiceProps['name'], names: Readonly<Record<string, string>>) => (
    <Choice label={label} name={name} names={names} listing={listing} counts={counts} />
  );
  return (
    <div className="filters">
      {choice('Period', 'period', { '': 'Any time', ...periodNames })}
      {listing.place === 'inbox' && choice('State', 'state', { '': 'All states', ...stateNames })}
      {listing.place === 'inbox' && choice('Assigned to', 'work', { '': 'Everybody', ...workNames })}
      {choice('Kind', 'kind', { '': 'All kinds', ...kindNames })}
    </div>
  );
}

interface ChoiceProps extends Listed {
  label: string;
  name: 'period' | 'state' | 'work' | 'kind';
  names: Readonly<Record<string, string>>;
  counts: Counts;
}

function Choice({ label, name, names, listing, counts }: ChoiceProps) {
  const hasDays = name === 'period' && (listing.from !== '' || listing.to !== '');
  const links = Object.entries(names).map(([value, words]) => ({
    words:
      name === 'state' && counts ? (
        <>
          {words} <span className="count">{formatCount(countIn(counts, value as LeadState | ''))}</span>
        </>
      ) : (
        words
      ),
    href: hrefWith(listing, { ...(name === 'period' && noPeriod), [name]: value }),
    isCurrent: listing[name] === value && !hasDays,
  }));
  return <Nav label={label} links={links} look="choices" current="true" />;
}

const noPeriod = { period: '', from: '', to: '' } as const;

/** The number of forms in a state; an empty text means every state. */
export function countIn(counts: Record<LeadState, number>, state: LeadState | ''): number {
  return state === '' ? leadStates.reduce((sum, each) => sum + counts[each], 0) : counts[state];
}

/** States are counted to a limit. */
export function formatCount(count: number): string {
  const { counted } = officeLimits;
  return count < counted ? String(count) : `${count - (count % counted)}+`;
}

/** The filters that are used less often are in one form, which is open while it filters. */
export function MoreFilters({ listing, partners, zone }: Listed & { partners: readonly string[]; zone: string }) {
  const { from, to, industry, source, tests } = listing;
  const rest: Listing = { ...listing, from: '', to: '', industry: '', source: '', tests: '', after: '' };
  const isUsed = [from, to, industry, source, tests].some((value) => value !== '');
  const industries = industriesWithPages.map((each) => [each, industryName(each)] as const);
  const sources = partners.map((each) => [`partner:${each}`, `Partner ${each}`] as const);
  return (
    <details open={isUsed}>
      <summary>Dates, industry, source, tests</summary>
      <form method="get" action={placeOf(listing)}>
        <HiddenFields fields={queryOf(rest)} />
        <div className="fields">
          <LineField type="date" name="from" label="From" defaultValue={from} aria-describedby="days" />
          <LineField type="date" name="to" label="To" defaultValue={to} aria-describedby="days" />
          <Select
            name="industry"
            label="Industry"
            options={[['', 'Every industry'], ...industries]}
            chosen={industry}
          />
          <Select
            name="source"
            label="Source"
            options={[['', 'Every source'], ['website', 'This website'], ...sources]}
            chosen={source}
          />
        </div>
        <p id="days">
          <small>Both days are included. Days begin at midnight, {zone}.</small>
        </p>
        <p className="row">
          <Check name="tests" value="yes" defaultChecked={tests !== ''}>
            Show tests, too
          </Check>
          <Button look="quiet">Apply</Button>
        </p>
      </form>
    </details>
  );
}

/** The filters of a list in words, for example `Leads`, `This week`, with the day that it is in the office's time zone. */
export function namesOf(listing: Listing, zone: string): string[] {
  const { search, kind, state, work, period, from, to, industry, source, tests } = listing;
  const names = [
    search && `“${search}”`,
    kind && kindNames[kind],
    state && stateNames[state],
    work && workNames[work],
    period === 'today' ? `${periodNames.today}, ${dayIn(zone)}, ${zone}` : period && periodNames[period],
    from && `from ${from}`,
    to && `to ${to}`,
    industry && industryName(industry),
    source === 'website' ? 'this website' : source.replace(':', ' '),
    tests && 'with tests',
  ];
  return names.filter((name) => name !== '');
}

function dayIn(zone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, month: 'short', day: 'numeric' }).format();
}

/** `hvac` becomes `HVAC`, `debt-relief` becomes `Debt relief`. */
function industryName(slug: string): string {
  if (slug.length < 5) return slug.toUpperCase();
  return slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');
}
