/** Height of the fixed header: the shell's header takes it, anchors and focus keep clear of it. */
export const headerHeight = { base: '4rem', lg: '5rem' } as const;
