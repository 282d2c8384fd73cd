import { isDeepStrictEqual } from 'node:util';
import type { Composition } from 'kit/contracts/composition';
import { isAboutSite, movesOf } from '../switch/moves-of.ts';

type RemoteState = Composition['remotes'][string];

/** Something that was so for a while. */
export interface TrackSpan {
  /** The release; empty where it is about none. */
  id: string;
  /** Milliseconds since 1970; `to` is null while it lasts. */
  from: number;
  to: number | null;
  /** Of a canary, its share of the visitors in percent. */
  percent?: number;
  /** When it is over by itself. */
  until?: number;
}

/** One change of a remote. */
export interface TrackEvent {
  revision: number;
  at: number;
  by: string;
  action: Composition['action'];
  /** The live release before and after. */
  from: string | null;
  to: string | null;
  reason: string;
}

/** A remote as a line in time, oldest first. */
export interface Track {
  live: TrackSpan[];
  canaries: TrackSpan[];
  freezes: TrackSpan[];
  withdrawn: TrackSpan[];
  events: TrackEvent[];
}

/**
 * The line in time of every remote, by what changed from one revision to the next: also where one revision changes several
 * remotes, and whatever its action is called.
 */
export function tracksOf(compositions: readonly Composition[]): ReadonlyMap<string, Track> {
  const tracks = new Map<string, Track>();
  let before: Composition | null = null;
  for (const composition of compositions) {
    for (const name of new Set([...Object.keys(before?.remotes ?? {}), ...Object.keys(composition.remotes)])) {
      const states = { was: before?.remotes[name], is: composition.remotes[name] };
      const track = tracks.get(name) ?? { live: [], canaries: [], freezes: [], withdrawn: [], events: [] };
      tracks.set(name, track);
      follow(track, composition, name, states);
    }
    before = composition;
  }
  return tracks;
}

function follow(
  track: Track,
  composition: Composition,
  name: string,
  { was, is }: { was: RemoteState | undefined; is: RemoteState | undefined },
): void {
  const { revision, at, by, action, reason, siteFrozen } = composition;
  const moment = Date.parse(at);
  const isMeant = !isAboutSite(composition) && movesOf(composition).some(({ remote }) => remote === name);
  if (isMeant || !isDeepStrictEqual(was, is)) {
    track.events.push({ revision, at: moment, by, action, from: was?.live ?? null, to: is?.live ?? null, reason });
  }
  goOn(track.live, moment, is && { id: is.live });
  goOn(track.canaries, moment, is?.canary && { id: is.canary.id, percent: is.canary.percent });
  const freeze = is?.frozen === undefined ? siteFrozen && { until: siteFrozen.until } : { until: is.frozenUntil };
  goOn(track.freezes, moment, freeze && { id: '', ...(freeze.until && { until: Date.parse(freeze.until) }) });
  goOn(track.withdrawn, moment, is?.withdrawn && { id: '' });
}

/** Ends the last span where something else is so from now on, and begins the next. */
function goOn(spans: TrackSpan[], at: number, now: Omit<TrackSpan, 'from' | 'to'> | undefined): void {
  const last = spans.at(-1);
  const open = last?.to === null ? last : undefined;
  if (open && now && open.id === now.id && open.percent === now.percent && open.until === now.until) return;
  if (open) open.to = Math.min(at, open.until ?? at);
  if (now) spans.push({ ...now, from: at, to: null });
}
