import type { system } from 'kit/theme';

/** Written in place of this name by the build. */
declare const GLOBAL_STYLES: (typeof system)['_global'];

/** Styles of the whole page, for one that comes without styles of the server. */
export const globalStyles = GLOBAL_STYLES;
