/**
 * Attribute of a form that was sent before its script arrived. Its value is the number of times. `kit/forms` sends the form then, and the
 * shell carries the attribute on to a page that is drawn again.
 */
export const earlySubmitMark = 'data-early-submit';
