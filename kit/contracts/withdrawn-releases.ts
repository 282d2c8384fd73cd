/** Where an open tab asks whether a release that it runs was taken back. */
export const withdrawnPath = '/composition/withdrawn.json';

/** What it is told there. */
export interface WithdrawnReleases {
  /** The last releases that were taken back and that nobody gets now, as `remote/id`, with the revision that did it. */
  releases: Readonly<Record<string, number>>;
}

/** The event of `window` before the site leaves a page for a full load: what only this tab's memory holds is to be stored. */
export const moveEvent = 'site:move';
