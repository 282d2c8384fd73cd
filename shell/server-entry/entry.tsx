export { renderPage } from './render-page.tsx';
export { sharedInstances } from './shared-instances.ts';
