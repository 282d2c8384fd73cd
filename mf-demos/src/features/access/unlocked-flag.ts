/** The one flag under which this tab's session remembers that the demos are unlocked (docs/specification.md#9). */
export const unlockedFlag = 'click-demos-unlocked';
