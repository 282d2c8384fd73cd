/** A script file with what it takes to load it safely. */
export interface PageScript {
  href: string;
  /** Missing in development alone, where bytes change with every edit. */
  integrity?: string;
}

/** What the boot scripts start, from the data block of the page. */
export interface PageScripts {
  /** Run in this order: the first one by the inline script, as soon as the page is there, the others by that. */
  entry: readonly PageScript[];
  /** Fetched beside them, since they will be asked for. */
  preload: readonly PageScript[];
  /** True for pages whose content depends on what only the browser knows. */
  atOnce: boolean;
  /** The same where the browser's storage has something under this key. */
  atOnceWith?: string | undefined;
}

/** Id of the `<script type="application/json">` element that carries {@link PageScripts}. */
export const pageScriptsElementId = 'page-scripts';

/** Dispatched on the document once the page reacts to the visitor. */
export const hydratedEvent = 'site:hydrated';

/** Why a page does not work, in the notice for browsers without scripts. */
export const noScriptsReason = 'JavaScript is off';
