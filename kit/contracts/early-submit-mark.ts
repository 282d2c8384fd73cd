/** Attribute of a form that was sent before its script arrived: `kit/forms` sends it then, and the shell carries it on. */
export const earlySubmitMark = 'data-early-submit';
