/** The session storage key that keeps the demos unlocked in this tab (docs/specification.md#9). */
export const unlockedFlag = 'click-demos-unlocked';
