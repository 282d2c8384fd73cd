/** Tabs. A door of its own. */
export { type Tab, Tabs } from './tabs.tsx';
