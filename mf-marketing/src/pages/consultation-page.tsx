import { useInquiry } from 'kit/api-client';
import {
  type Consultation,
  consultationBudgets,
  consultationIndustries,
  consultationSchema,
} from 'kit/contracts/consultation';
import type { FormContext } from 'kit/contracts/form-context';
import { readDraft, removeDraft, storeDraft } from 'kit/form-draft';
import { fieldsOf } from 'kit/forms';
import { optionsOf } from 'kit/options-of';
import { chakra, Grid, Hero, List, TextLink } from 'kit/ui';
import { useLayoutEffect, useState } from 'react';
import { consultationPage } from '../content/consultation.ts';
import { consultationThanks } from '../content/form-messages.ts';
import { OutcomeForm, RequiredNote } from '../form-outcome.tsx';
import { FormBand } from '../sections/form-band.tsx';

/** /consultation: heading, request form, "What to Expect" (docs/specification.md#2). */
export function ConsultationPage() {
  const { title, lead, carried, form } = consultationPage;
  const [isFilled, setFilled] = useState(false);
  // Before the paint, so that nothing moves after a navigation.
  useLayoutEffect(() => setFilled(takeCarried()), []);
  return (
    // The bar of phones would lead here, and lie on the form.
    <div data-call-bar="none">
      <Hero
        layout="plain"
        title={title}
        lead={lead}
        note={
          isFilled && (
            <>
              {carried.text} <TextLink to="#answers">{carried.link}</TextLink>.
            </>
          )
        }
      />
      <FormBand id="consultation" {...form} after={<Expect />}>
        <div id="answers">
          <ConsultationForm submitLabel={form.submitLabel} onSent={() => setFilled(false)} />
        </div>
      </FormBand>
    </div>
  );
}

/**
 * Adds what the questionnaire or a calculator has carried over to the kept input of the form. A message that the visitor has
 * typed stays.
 * @returns whether the form opens with input
 */
function takeCarried(): boolean {
  const { message: carried = '', ...fields } = readDraft('carried');
  const typed: Record<string, unknown> = { message: '', ...readDraft('consultation') };
  for (const [field, value] of Object.entries(fields)) typed[field] = value || typed[field];
  if (!`${typed.message}`.includes(`${carried}`)) typed.message = `${typed.message}\n${carried}`.trim();
  removeDraft('carried');
  storeDraft('consultation', typed);
  return Object.values(typed).some(Boolean);
}

const Route = chakra('div', {
  base: {
    '& h2': { textStyle: 'h3', marginBottom: '6' },
    '& li': {
      position: 'relative',
      paddingLeft: '8',
      paddingBottom: '6',
      marginLeft: '2',
      borderLeft: '2px solid',
      borderColor: 'control',
    },
    '& li:last-child': { borderColor: 'transparent', paddingBottom: '0' },
    '& li::before': {
      content: '""',
      position: 'absolute',
      left: '-0.5625rem',
      top: '0.3em',
      width: '1rem',
      height: '1rem',
      borderRadius: 'full',
      border: '3px solid',
      borderColor: 'fg',
      background: 'accent',
      forcedColorAdjust: 'none',
    },
    '& h3': { textStyle: 'h4' },
    '& p': { color: 'muted', marginTop: '1' },
  },
});

/** "What to Expect": beside the form on wide windows, below it on a phone. */
function Expect() {
  return (
    <Route>
      <h2>What to Expect</h2>
      <List as="ol">
        {consultationPage.expect.map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </List>
    </Route>
  );
}

const { SelectField, TextAreaField, TextField } = fieldsOf<Consultation>();

/** The site's consultation form (docs/specification.md#3, #4, #5). It validates and logs to the visitor's own console. */
export function ConsultationForm({ submitLabel, onSent }: { submitLabel: string; onSent?: () => void }) {
  const { deliver } = useInquiry('consultation');

  async function handleDeliver(request: Consultation, context: FormContext) {
    const receipt = await deliver(request, context);
    // docs/specification.md#4: the data is only logged.
    console.log('Consultation request', request);
    onSent?.();
    return receipt;
  }

  return (
    <OutcomeForm
      schema={consultationSchema}
      keptAs="consultation"
      submitLabel={submitLabel}
      deliver={handleDeliver}
      thanksFor={({ industry }) => consultationThanks(consultationIndustries[industry])}
    >
      <RequiredNote />
      <Grid gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="6">
        <TextField name="name" label="Name" required autoComplete="name" />
        <TextField name="company" label="Company" required autoComplete="organization" />
        <TextField name="email" label="Email" type="email" required />
        <TextField name="phone" label="Phone" type="tel" required />
      </Grid>
      <TextField name="website" label="Website (optional)" autoComplete="url" inputMode="url" />
      <Grid gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="6">
        <SelectField
          name="industry"
          label="Industry"
          required
          placeholder="Choose one"
          options={optionsOf(consultationIndustries)}
        />
        <SelectField
          name="budget"
          label="Budget"
          required
          placeholder="Choose one"
          options={optionsOf(consultationBudgets)}
        />
      </Grid>
      <TextAreaField name="message" label="Message" required />
    </OutcomeForm>
  );
}
