/**
 * Never called. The build only provides a shared module that it encounters, so every lazy one is named here, with the one
 * of the first script that the shell itself does not use.
 */
export const platform = [
  () => import('jotai'),
  () => import('kit/api-client'),
  () => import('kit/schema'),
  () => import('kit/forms'),
  () => import('kit/dialog'),
  () => import('kit/blocks'),
  () => import('kit/tabs'),
  () => import('kit/tooltip'),
];
