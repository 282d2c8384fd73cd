/** `src/remote.ts` of the remote that is built. */
declare module '#this-remote' {
  export const routes: readonly import('./routes.ts').RemoteRoute[];
}
