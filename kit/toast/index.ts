/** Where messages appear, for the shell. What shows one is `kit/toast/store`, which every remote shares. */
export { Toaster } from './toaster.tsx';
