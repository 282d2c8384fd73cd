/** /agents/{agentName} (docs/specification.md#2). */
export const deliveryContent = {
  noVoice: 'This agent’s voice line is not set up yet. Ask for a quote, or call us:',
  facts: [
    { value: 'Under 2s', label: 'Response time' },
    { value: '24/7', label: 'Ready to talk' },
  ],
  how: {
    title: 'How to talk to it',
    lead: 'Nothing to install and no account: it works in your browser.',
    items: [
      { title: 'Press the button', text: 'The call page opens in a new tab.' },
      { title: 'Allow the microphone', text: 'Your browser asks once.' },
      {
        title: 'Talk as you would on the phone',
        text: 'Ask for opening hours, a price or an appointment, as you would ask the business. You can interrupt it.',
      },
    ],
  },
  notFound: {
    text: 'This agent does not exist or has been deactivated.',
    help: 'Compare the address with the one that you were given, or ask the business for a new one. Is it your own agent? Its code opens it.',
    unreachable: 'It may also be the connection: our server did not answer. Try again in a moment.',
  },
} as const;

export const feedbackContent = {
  title: 'Get Custom Quote',
  intro: 'Tell us how the agent did and what yours should do.',
  submit: 'Submit',
  pending: 'Submitting...',
  /** docs/specification.md#8. */
  success: "Thank you for your feedback! We'll be in touch soon with your quote.",
  failure: 'There was an error submitting your feedback. Please try again.',
  successTitle: 'Feedback sent',
  failureTitle: 'Not sent',
} as const;
