/** Words over a control. A door of its own. */
export { Tooltip } from './tooltip.tsx';
