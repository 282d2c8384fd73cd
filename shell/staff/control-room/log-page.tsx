import type { ReactNode } from 'react';
import { History } from '../../platform/index.ts';
import { Button, Empty, Items, Joined, Line, LineField, Pager, Select, Time } from '../parts.tsx';
import type { Refusal } from '../refusals.ts';
import { nameOfAction, pageIn, type Room, RoomPage, remoteHref, revisionHref, roomHref } from './room.tsx';

type LogFilter = ReturnType<typeof logFilterOf>;

export function logFilterOf(query: URLSearchParams) {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, 100);
  // The reason contains the words.
  return { remote: text('remote'), action: text('action'), by: text('by'), words: text('words'), page: pageIn(query) };
}

export function filterLog(
  log: readonly History.AuditEntry[],
  { remote, action, by, words }: LogFilter,
): History.AuditEntry[] {
  const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
  return log.filter(
    (entry) =>
      (remote === '' || History.concerns(entry, remote)) &&
      (action === '' || entry.action === action) &&
      (by === '' || entry.by === by) &&
      (words === '' || has(entry.reason, words)),
  );
}

interface LogPageProps {
  room: Room;
  filter: LogFilter;
  refused?: readonly Refusal[];
}

const entriesShown = 50;

export function LogPage({ room, filter, refused = [] }: LogPageProps) {
  const { page: asked, ...fields } = filter;
  const entries = filterLog(room.log, filter);
  const pages = Math.ceil(entries.length / entriesShown);
  const page = Math.max(1, Math.min(asked, pages));
  const isFiltered = Object.values(fields).some((value) => value !== '');
  const all = <a href={roomHref('/log')}>Show all</a>;
  return (
    <RoomPage title="Log" current="Log" room={room}>
      <FilterForm room={room} filter={filter} />
      {entries.length === 0 && isFiltered ? (
        <Empty>No change matches. {all}</Empty>
      ) : (
        <>
          <p>
            {entries.length === 1 ? 'One change' : `${entries.length} changes`}
            {isFiltered ? (
              <>
                , of {room.log.length} in all. {all}
              </>
            ) : (
              ', newest first.'
            )}
          </p>
          <Changes entries={entries.slice((page - 1) * entriesShown, page * entriesShown)} />
          <Pager page={page} pages={pages} href={(number) => roomHref('/log', { ...fields, page: number })} />
        </>
      )}
      {page === 1 && !isFiltered && refused.length > 0 && <Refused refused={refused} />}
    </RoomPage>
  );
}

function FilterForm({ room, filter }: Pick<LogPageProps, 'room' | 'filter'>) {
  const values = {
    remote: room.remotes.map(({ name }) => name),
    action: room.log.map(({ action }) => action),
    by: room.log.map(({ by }) => by),
  };
  const select = (name: keyof typeof values, label: string) => {
    const all = new Set([...values[name], filter[name]]);
    all.delete('');
    const options = [...all].sort().map((value) => [value, name === 'action' ? nameOfAction(value) : value] as const);
    return <Select name={name} label={label} options={[['', 'all'], ...options]} chosen={filter[name]} />;
  };
  return (
    <form className="fields filter" method="get" action={roomHref('/log')}>
      {select('remote', 'Remote')}
      {select('action', 'What')}
      {select('by', 'Who')}
      <LineField name="words" label="Reason contains" defaultValue={filter.words} maxLength={100} autoComplete="off" />
      <Button look="quiet">Filter</Button>
    </form>
  );
}

function Refused({ refused }: { refused: readonly Refusal[] }) {
  return (
    <>
      <h2>Refused</h2>
      <p>Refused on this server since it started, newest first. Other servers have their own list.</p>
      <Items look="log">
        {refused.map(({ at, who, sentence }) => (
          <>
            <Line text={sentence} />
            <small>
              <Time iso={at} />, <bdi>{who}</bdi>
            </small>
          </>
        ))}
      </Items>
    </>
  );
}

/** A list of changes. Changes of the composition link to a page of their own. */
export function Changes({ entries }: { entries: readonly History.AuditEntry[] }) {
  if (entries.length === 0) return <Empty>No changes yet.</Empty>;
  return <Items look="log">{entries.map(renderEntry)}</Items>;
}

function renderEntry(entry: History.AuditEntry): ReactNode {
  const { revision, at, by, action, reason } = entry;
  const remote = 'remote' in entry ? entry.remote : '';
  return (
    <>
      <p>
        {/* Only switches have a page of their own. */}
        {!('subjects' in entry) && (
          <>
            <a href={revisionHref(revision)}>Revision {revision}</a>:{' '}
          </>
        )}
        <strong>{nameOfAction(action)}</strong> {remote !== '' && <a href={remoteHref(remote)}>{remote}</a>}
      </p>
      <p>
        <Joined by="; " parts={History.changesOf(entry).map((line) => <bdi key={line}>{line}</bdi>)} />
      </p>
      <Line text={reason} />
      <small>
        <Time iso={at} />, by <bdi>{by}</bdi>
      </small>
    </>
  );
}
