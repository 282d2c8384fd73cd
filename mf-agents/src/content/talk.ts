/** The labels of the button that opens the voice widget, by state. */
export const talkContent = {
  talk: 'Talk to Our AI Specialist',
  opening: 'Opening the voice assistant...',
  opened: 'The voice assistant is in the corner of this page. Press it and speak.',
  failed: 'The voice assistant cannot be opened right now. Call us instead:',
} as const;
