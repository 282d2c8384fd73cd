/** The two answers of a question that the payload holds as a boolean. */
export const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;
