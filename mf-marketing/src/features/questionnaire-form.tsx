import { useInquiry } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import {
  type HomeQuestionnaire,
  homeQuestionnaireSchema,
  questionnaireConsent,
} from 'kit/contracts/home-questionnaire';
import { storeDraft } from 'kit/form-draft';
import { fieldsOf } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { Grid } from 'kit/ui';
import { useNavigate } from 'react-router';
import { OutcomeForm } from '../form-outcome.tsx';

const { CheckboxField, SelectField, TextAreaField, TextField } = fieldsOf<HomeQuestionnaire>();

/**
 * The home page's questionnaire, without validation or calls (docs/specification.md#3). It fills in the consultation form
 * with its answers. If local forms are delivered, this form is the one that is sent.
 */
export function QuestionnaireForm() {
  const { deliver, isDelivered } = useInquiry('home-questionnaire');
  const navigate = useNavigate();

  async function handleDeliver(answers: HomeQuestionnaire, context: FormContext) {
    const receipt = await deliver(answers, context);
    if (!isDelivered) {
      storeDraft('carried', toConsultation(answers));
      navigate('/consultation');
    }
    return receipt;
  }

  return (
    <OutcomeForm
      schema={homeQuestionnaireSchema}
      keptAs="questionnaire"
      afterSuccess={isDelivered ? 'reset' : 'keep'}
      label={questionnaire.title}
      submitLabel={questionnaire.submitLabel}
      deliver={handleDeliver}
      showsOutcome={isDelivered}
    >
      <Grid gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="6">
        <TextField name="fullName" label="Full Name" autoComplete="name" />
        <TextField name="email" label="Email Address" type="email" />
        <TextField name="phone" label="Phone Number" type="tel" />
        <TextField name="companyName" label="Company Name" autoComplete="organization" />
        <SelectField
          name="industry"
          label="Industry"
          placeholder="Choose one"
          options={optionsOf(questionnaire.industries)}
        />
        <SelectField
          name="monthlyAdBudget"
          label="Monthly Ad Budget"
          placeholder="Choose one"
          options={optionsOf(questionnaire.budgets)}
        />
      </Grid>
      <SelectField
        name="goal"
        label="Lead generation goal"
        placeholder="Choose one"
        options={optionsOf(questionnaire.goals)}
      />
      <TextAreaField name="additionalInformation" label="Additional Information" rows={4} />
      <CheckboxField name="consent" label={questionnaireConsent} />
    </OutcomeForm>
  );
}

/** Converts the answers to fields of the consultation form; other answers become part of its message. */
function toConsultation({ fullName, companyName, email, phone, industry, ...rest }: HomeQuestionnaire) {
  const { goals, budgets, toBudget } = questionnaire;
  const goal = isKeyOf(goals, rest.goal) ? goals[rest.goal] : '';
  // The larger ranges of the two forms differ, so the message keeps the chosen one.
  const budget = isKeyOf(budgets, rest.monthlyAdBudget) ? `Monthly ad budget: ${budgets[rest.monthlyAdBudget]}` : '';
  return {
    name: fullName,
    company: companyName,
    email,
    phone,
    industry,
    budget: isKeyOf(toBudget, rest.monthlyAdBudget) ? toBudget[rest.monthlyAdBudget] : '',
    message: [goal, budget, rest.additionalInformation].filter(Boolean).join('. '),
  };
}

function isKeyOf<Known extends object>(known: Known, key: unknown): key is keyof Known {
  return typeof key === 'string' && Object.hasOwn(known, key);
}

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
  },
  budgets: {
    '2500-5000': '$2,500 - $5,000',
    '5000-10000': '$5,000 - $10,000',
    '10000-25000': '$10,000 - $25,000',
    '25000+': '$25,000+',
  },
  goals: {
    'increase-leads': 'Get more leads',
    'improve-quality': 'Get better leads',
    'reduce-cost': 'Pay less for each lead',
    'expand-market': 'Reach a new market',
    automate: 'Automate how leads are handled',
  },
  /** The budgets that fit one of the consultation form; the visitor chooses the others there. */
  toBudget: { '2500-5000': 'under-5k', '5000-10000': '5k-10k' },
} as const;
