/**
 * Attribute of a form that a visitor submitted before its script loaded. `kit/forms` submits it after loading; the shell
 * sets the attribute.
 */
export const earlySubmitMark = 'data-early-submit';
