/** The global through which the shell hands its federation runtime to the containers of remotes. */
export const pageRuntimeName = '__SITE_FEDERATION_RUNTIME__';
