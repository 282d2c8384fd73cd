/** The button that opens the voice widget (docs/specification.md#2). */
export const talkLabel = 'Talk to Our AI Specialist';
