/** Tabs, in an entry point of their own that only pages with tabs load. */
export { type Tab, Tabs } from './tabs.tsx';
