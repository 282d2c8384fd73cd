/** The token under which Nest gives the pino logger to whoever asks. */
export const LOG = Symbol('log');
