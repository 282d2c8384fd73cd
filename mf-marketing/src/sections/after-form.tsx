import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { chakra, List, TextLink } from 'kit/ui';

/** The text beside the forms of the industry pages: what happens with a request. */
const afterForm = {
  title: 'What happens next',
  steps: [
    'A person reads it and calls or writes back.',
    'We tell you how many leads your area can bring, and at which price.',
    'You decide. Nothing starts before you say so.',
  ],
  call: 'Rather talk now?',
  missed: 'And when nobody can pick up?',
  play: (trade: string) => `Play a sample ${trade} call`,
} as const;

const Root = chakra('div', {
  base: {
    paddingTop: '6',
    borderTop: '1px solid',
    borderColor: 'line',
    '& b': { textStyle: 'h4' },
    '& p + p': { marginTop: '2' },
    // The link does not break; it wraps as a whole.
    '& a': { display: 'inline-block' },
    '& ol': { counterReset: 'step', marginBlock: '4' },
    '& li': { counterIncrement: 'step', display: 'flex', gap: '4', paddingBlock: '2' },
    '& li::before': {
      content: 'counter(step)',
      width: '.7em',
      fontFamily: 'heading',
      fontWeight: '700',
      color: 'action',
    },
  },
});

/** Three steps that follow a request, the phone number, and the sample call of the trade. */
export function AfterForm({ trade }: { trade: string }) {
  const { phone } = useSite();
  const { title, steps, call, missed, play } = afterForm;
  return (
    <Root>
      <b>{title}</b>
      <List as="ol">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </List>
      <p>
        {call} <TextLink href={telephoneHref(phone)}>{phone}</TextLink>
      </p>
      <p>
        {missed} <TextLink to={`/ai-agent-demo#${trade.toLowerCase().replace(' ', '-')}-call`}>{play(trade)}</TextLink>
      </p>
    </Root>
  );
}
