/** The local storage key of this device's draft. */
export const draftKey = 'exotic-car-intake-draft';
