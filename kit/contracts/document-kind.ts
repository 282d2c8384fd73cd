/**
 * What the server program writes into documents and the shell's scripts read from them: the data blocks and their ids, the
 * root element, where scripts are asked for. Raised when a shell of the other kind would not come alive; both sides then go on
 * with a shell of their own kind until one is released.
 */
export const documentKind = 1;
