/** The notification area, for the shell. Remotes show messages through `kit/toast/store`, which they share. */
export { Toaster } from './toaster.tsx';
