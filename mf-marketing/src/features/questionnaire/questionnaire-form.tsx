import { useInquiry } from 'kit/api-client';
import { type HomeQuestionnaire, homeQuestionnaireSchema, questionnaireConsent } from 'kit/contracts/consultation';
import type { FormContext } from 'kit/contracts/form-context';
import { telephoneHref } from 'kit/contracts/telephone';
import { ConsentLine, Form, FormErrorSummary, fieldsOf, SubmitButton } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { useSite } from 'kit/site';
import { ButtonLink, Card, Grid, Heading, HStack, Text } from 'kit/ui';
import { useState } from 'react';
import { questionnaire } from '../../content/questionnaire.ts';
import { showFailure } from '../../show-failure.ts';

const { CheckboxField, SelectField, TextAreaField, TextField } = fieldsOf<HomeQuestionnaire>();

/** The home page's questionnaire: no rule, no call, and a confirmation that says so (docs/specification.md#3). */
export function QuestionnaireForm() {
  const { deliver, isDelivered } = useInquiry('home-questionnaire');
  const [isDone, setDone] = useState(false);

  async function handleSubmit(answers: HomeQuestionnaire, context: FormContext) {
    await deliver(answers, context);
    setDone(true);
  }

  return (
    <Form
      schema={homeQuestionnaireSchema}
      onSubmit={handleSubmit}
      onFailure={showFailure}
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
      <SubmitButton pendingLabel="Submitting...">{questionnaire.submitLabel}</SubmitButton>
      {isDelivered && <ConsentLine />}
      <div role="status">{isDone && <Confirmation {...questionnaire[isDelivered ? 'delivered' : 'kept']} />}</div>
    </Form>
  );
}

function Confirmation({ title, text }: { title: string; text: string }) {
  const { phone } = useSite();
  return (
    <Card look="marked">
      <Heading as="h3" size="h4">
        {title}
      </Heading>
      <Text>{text}</Text>
      <HStack gap="3" flexWrap="wrap">
        <ButtonLink href={telephoneHref(phone)} size="sm">
          {phone}
        </ButtonLink>
        <ButtonLink to="/consultation" size="sm" variant="outline">
          Book a consultation
        </ButtonLink>
      </HStack>
    </Card>
  );
}
