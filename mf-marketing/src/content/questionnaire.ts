import type { questionnaireChoices } from 'kit/contracts/consultation';

type Labels<Name extends keyof typeof questionnaireChoices> = Record<
  (typeof questionnaireChoices)[Name][number],
  string
>;

/** The questionnaire of the home page (docs/specification.md#3). */
export const questionnaire = {
  title: 'Where do you want to be in a year?',
  lead: 'Answer what you like and skip the rest. Your answers make a good agenda for our first call.',
  submitLabel: 'Request a consultation',
  industries: {
    healthcare: 'Healthcare',
    telehealth: 'Telehealth',
    'health-insurance': 'Health Insurance',
    'debt-relief': 'Debt Relief',
    roofing: 'Roofing',
    legal: 'Legal',
    other: 'Other',
  } satisfies Labels<'industry'>,
  budgets: {
    '2500-5000': '$2,500 - $5,000',
    '5000-10000': '$5,000 - $10,000',
    '10000-25000': '$10,000 - $25,000',
    '25000+': '$25,000+',
  } satisfies Labels<'monthlyAdBudget'>,
  goals: {
    'increase-leads': 'Get more leads',
    'improve-quality': 'Get better leads',
    'reduce-cost': 'Pay less for each lead',
    'expand-market': 'Reach a new market',
    automate: 'Automate how leads are handled',
  } satisfies Labels<'goal'>,
  /** Nothing was sent: so this says. */
  kept: {
    title: 'Your answers are ready for the call',
    text: 'They are on this screen only; nothing was sent. Keep them at hand when you call us or book a consultation.',
  },
  /** Where local forms are delivered. */
  delivered: {
    title: 'Thank you, we have your answers',
    text: 'A representative will contact you within 24 hours.',
  },
} as const;
