/** /agents/{agentName} (docs/specification.md#2). */
export const deliveryContent = {
  back: 'Back to Main Site',
  loading: 'Loading your AI agent...',
  loadingTitle: 'Your AI agent',
  online: 'Agent Online & Ready',
  talk: 'Start Talking Now',
  noVoice: 'This agent’s voice line is not set up yet. Ask for a quote, or call us:',
  quote: 'Get Custom Quote',
  facts: [
    { value: 'Under 2s', label: 'Response time' },
    { value: '24/7', label: 'Ready to talk' },
  ],
  how: {
    title: 'How to talk to it',
    items: [
      { title: 'Press the button', text: 'The call page opens in a new tab.' },
      { title: 'Allow the microphone', text: 'Your browser asks once.' },
      { title: 'Talk as you would on the phone', text: 'Ask what you would ask the business. You can interrupt it.' },
    ],
  },
  notFound: {
    title: 'Agent Not Found',
    text: 'This agent does not exist or has been deactivated.',
    help: 'Compare the address with the one that you were given, or ask the business for a new one. Is it your own agent? Its code opens it.',
    unreachable: 'It may also be the connection: our server did not answer. Try again in a moment.',
    retry: 'Try again',
    action: 'Go to My Agent',
  },
} as const;
