/** The host itself: it is released like a remote, and no remote can have its name. */
export const shellName = 'shell';
