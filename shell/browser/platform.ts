/**
 * Never called. A shared module is provided only when the shell's build meets it: every lazy one is named
 * here, and the one in the first script that the shell's own code does without.
 */
export const platform = [
  () => import('jotai'),
  () => import('kit/chakra/shared'),
  () => import('kit/api-client'),
  () => import('kit/schema'),
  () => import('kit/forms'),
  () => import('kit/dialog'),
  () => import('kit/blocks'),
  () => import('kit/tabs'),
  () => import('kit/tooltip'),
];
