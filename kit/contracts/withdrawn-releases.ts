/** An open tab asks here whether a release that it runs was rolled back. */
export const withdrawnPath = '/composition/withdrawn.json';

export interface WithdrawnReleases {
  /**
   * The most recent releases that were rolled back and are not live now, as `remote/id`, with the revision of the rollback.
   */
  releases: Readonly<Record<string, number>>;
}

/**
 * The event of `window` before the site replaces navigation with a full page load. Listeners store what exists only in this
 * tab's memory.
 */
export const moveEvent = 'site:move';
