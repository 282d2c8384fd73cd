/** Tooltips, in an entry point of their own that only pages with a tooltip load. */
export { Tooltip } from './tooltip.tsx';
