/** The shell is released like a remote. No remote can have this name. */
export const shellName = 'shell';
