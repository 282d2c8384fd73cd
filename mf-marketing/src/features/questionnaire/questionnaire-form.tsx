import { useInquiry } from 'kit/api-client';
import { type HomeQuestionnaire, homeQuestionnaireSchema, questionnaireConsent } from 'kit/contracts/consultation';
import { ConsentLine, Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { Grid } from 'kit/ui';
import { useNavigate } from 'react-router';
import { questionnaire } from '../../content/questionnaire.ts';
import { FormOutcome, useOutcome } from '../../form-outcome.tsx';
import { storeTyped } from '../../keep-typed.tsx';

const { CheckboxField, SelectField, TextAreaField, TextField } = fieldsOf<HomeQuestionnaire>();

/**
 * The home page's questionnaire, without validation or calls (docs/specification.md#3). It fills in the consultation form
 * with its answers. If local forms are delivered, this form is the one that is sent.
 */
export function QuestionnaireForm() {
  const { deliver, isDelivered } = useInquiry('home-questionnaire');
  const navigate = useNavigate();
  const { outcome, ...handlers } = useOutcome(async (answers: HomeQuestionnaire, context) => {
    await deliver(answers, context);
    if (isDelivered) return undefined;
    storeTyped('consultation', toConsultation(answers));
    navigate('/consultation');
    return undefined;
  });
  return (
    <Form
      schema={homeQuestionnaireSchema}
      {...handlers}
      afterSuccess={isDelivered ? 'reset' : 'keep'}
      label={questionnaire.title}
    >
      <FormErrorSummary />
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
      <SubmitButton pendingLabel="Submitting..." wide>
        {questionnaire.submitLabel}
      </SubmitButton>
      {isDelivered && <FormOutcome outcome={outcome} />}
      <ConsentLine />
    </Form>
  );
}

/** Converts the answers to fields of the consultation form; other answers become part of its message. */
function toConsultation({ fullName, companyName, email, phone, industry, ...rest }: HomeQuestionnaire) {
  const { goals, toBudget } = questionnaire;
  const goal = isKeyOf(goals, rest.goal) ? goals[rest.goal] : '';
  return {
    name: fullName,
    company: companyName,
    email,
    phone,
    industry,
    budget: isKeyOf(toBudget, rest.monthlyAdBudget) ? toBudget[rest.monthlyAdBudget] : '',
    message: [goal, rest.additionalInformation].filter(Boolean).join('. '),
  };
}

function isKeyOf<Known extends object>(known: Known, key: unknown): key is keyof Known {
  return typeof key === 'string' && Object.hasOwn(known, key);
}
