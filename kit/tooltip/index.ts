/** Tooltips, as an entry point of their own that only pages with one load. */
export { Tooltip } from './tooltip.tsx';
