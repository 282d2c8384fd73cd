import type { system } from 'kit/theme';

/** The build replaces this name. */
declare const GLOBAL_STYLES: (typeof system)['_global'];

/** Styles of the whole page, for a page that comes without the server's styles. */
export const globalStyles = GLOBAL_STYLES;
