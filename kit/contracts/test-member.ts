import type { FieldDefinitions } from './form-definition.ts';

// Server only: our own forms send no tests.

/** The member that marks a form of any kind as a test. */
export const testMember = {
  isTest: {
    type: 'yesOrNo',
    optional: true,
    mailLabel: 'Is test',
    example: true,
    description:
      'True for a test: checked and kept like any other form, marked, and not delivered to the office. Leave it out, or send false, for a real one. With a test key every form is a test.',
    isStored: false,
  },
} as const satisfies FieldDefinitions;
