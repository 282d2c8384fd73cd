/** Of the browser's storage: where the draft of this device lies. */
export const draftKey = 'exotic-car-intake-draft';
