/** The first letter of a reference says what kind of form it was. */
export const referenceLetters = { lead: 'L', intake: 'X', support: 'S', feedback: 'F', inquiry: 'Q' } as const;

export type SubmissionKind = keyof typeof referenceLetters;
