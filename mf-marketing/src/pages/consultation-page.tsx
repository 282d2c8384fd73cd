import { chakra, Hero, List } from 'kit/ui';
import { consultationPage } from '../content/consultation.ts';
import { ConsultationForm } from '../features/consultation/consultation-form.tsx';
import { FormBand } from '../sections/form-band.tsx';

/** /consultation: heading, request form, "What to Expect" (docs/specification.md#2). */
export function ConsultationPage() {
  const { title, lead, form } = consultationPage;
  return (
    <>
      <Hero layout="plain" title={title} lead={lead} />
      <FormBand id="consultation" title={form.title} lead={form.lead} points={form.points} after={<Expect />}>
        <ConsultationForm submitLabel={form.submitLabel} />
      </FormBand>
    </>
  );
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
  const { title, steps } = consultationPage.expect;
  return (
    <Route>
      <h2>{title}</h2>
      <List as="ol">
        {steps.map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </List>
    </Route>
  );
}
