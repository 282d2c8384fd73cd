/** A script file with its integrity. */
export interface PageScript {
  href: string;
  /** Only missing in development, where bytes change with every edit. */
  integrity?: string;
}

/** The scripts that the boot script loads, read from a data block of the page. */
export interface PageScripts {
  /** Scripts in execution order. The inline script loads the first one after parsing; that one loads the others. */
  entry: readonly PageScript[];
  /** Scripts that are fetched in parallel, because the page will need them. */
  preload: readonly PageScript[];
  /** True if scripts load without an interaction, because the page's content depends on the browser. */
  atOnce: boolean;
  /** Scripts load immediately if the browser's storage has a value for this key. */
  atOnceWith?: string | undefined;
}

/** Id of the `<script type="application/json">` element with {@link PageScripts}. */
export const pageScriptsElementId = 'page-scripts';

/** Dispatched on the document once the page is hydrated. */
export const hydratedEvent = 'site:hydrated';

/** The reason that the notice for browsers without scripts names. */
export const noScriptsReason = 'JavaScript is off';
