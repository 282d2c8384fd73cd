/** A script file, with its integrity. */
export interface PageScript {
  href: string;
  /** It is missing only in development, where bytes change with every edit. */
  integrity?: string;
}

/** The scripts that the boot script starts, from a data block of the page. */
export interface PageScripts {
  /** Scripts in the order in which they run. The inline script starts the first as soon as the page is parsed, which starts the others. */
  entry: readonly PageScript[];
  /** Scripts that are fetched beside them, since the page will need them. */
  preload: readonly PageScript[];
  /** True for pages whose content depends on the browser, so that scripts start without waiting for an interaction. */
  atOnce: boolean;
  /** Scripts start at once where the browser's storage has a value for this key. */
  atOnceWith?: string | undefined;
}

/** Id of the `<script type="application/json">` element that carries {@link PageScripts}. */
export const pageScriptsElementId = 'page-scripts';

/** The document gets this event once the page is hydrated. */
export const hydratedEvent = 'site:hydrated';

/** The reason why a page does not work, in the notice for browsers without scripts. */
export const noScriptsReason = 'JavaScript is off';
