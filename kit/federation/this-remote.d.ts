/** The alias of `src/remote.ts` in the remote that is being built. */
declare module '#this-remote' {
  export const routes: readonly import('./routes.ts').RemoteRoute[];
}
