/**
 * Version of the contract between documents of the server program and the shell's scripts: data blocks and their ids, the
 * root element, script locations. Raise it when a shell built for another version would not start. Both sides then keep a
 * shell of their own version until a matching one is released.
 */
export const documentKind = 1;
