import type { questionnaireChoices } from 'kit/contracts/consultation';

type Labels<Name extends keyof typeof questionnaireChoices> = Record<
  (typeof questionnaireChoices)[Name][number],
  string
>;

/** The questionnaire of the home page (docs/specification.md#3). */
export const questionnaire = {
  title: 'Where do you want to be in a year?',
  lead: 'No answer is required. What you write here fills in the consultation form.',
  submitLabel: 'Continue with these answers',
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
  /** The matching budget of the consultation form. */
  toBudget: { '2500-5000': 'under-5k', '5000-10000': '5k-10k', '10000-25000': '10k-20k', '25000+': '20k-50k' },
} as const;
