import { useSite } from 'kit/site';
import { Button, ButtonLink, Card, Columns, chakra, Heading, HStack } from 'kit/ui';
import { type AgentType, agentTypes, type Line, pickerContent } from '../../content/picker.ts';
import { type Choice, industries, useCases } from '../../content/picker-choices.ts';
import { industrySamples, type Sample, useCaseSamples } from '../../content/picker-samples.ts';
import { mailtoHref } from '../../links/hrefs.ts';
import { Conversation } from '../../sections/conversation.tsx';
import { ChoiceForm } from './picker-steps.tsx';

const Facts = chakra('dl', {
  base: {
    width: '100%',
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { base: '1fr', sm: '9rem 1fr' },
      paddingBlock: '4',
      borderTop: '1px solid',
      borderColor: 'line',
    },
    '& dt': { color: 'muted' },
    '& dd': { fontWeight: '600', fontSize: 'lg' },
  },
});

/** Step 4: the choices, a mail with them, and a link to start over. */
export function Summary({ state }: { state: Extract<PickerState, { step: 4 }> }) {
  const { sales } = useSite().mailboxes;
  const { summary } = pickerContent;
  const { subject, body } = presentChoiceMail(state);
  return (
    <Columns>
      <div>
        <Facts>
          <div>
            <dt>{summary.typeLabel}</dt>
            <dd>{state.type.label}</dd>
          </div>
          {state.detail && (
            <div>
              <dt>{state.detail.label}</dt>
              <dd>{state.detail.choice.label}</dd>
            </div>
          )}
        </Facts>
        <HStack gap="4" flexWrap="wrap" paddingTop="4">
          <ButtonLink href={mailtoHref(sales, subject, body)} size="lg">
            Contact us about this agent
          </ButtonLink>
          <ChoiceForm>
            <Button type="submit" variant="outline" size="lg">
              Start Over
            </Button>
          </ChoiceForm>
        </HStack>
      </div>
      <Card>
        <Heading as="h3" size="h4">
          {summary.sample}
        </Heading>
        <Conversation lines={state.detail?.sample ?? state.type.conversation} label={summary.sample} />
      </Card>
    </Columns>
  );
}

export type PickerState =
  | { step: 1 }
  | { step: 2 | 3; type: AgentType }
  | { step: 4; type: AgentType; detail: PickerDetail | null };

interface PickerDetail {
  label: string;
  choice: Choice;
  sample: readonly Line[];
}

/**
 * Reads the state from the page's query: blank goes straight to the summary, business asks for an industry, personal for a
 * use case (docs/specification.md#4). An unknown value counts as not chosen.
 */
export function readPickerState(query: URLSearchParams): PickerState {
  const find = <Item extends Choice>(items: readonly Item[], name: string) =>
    items.find(({ id }) => id === query.get(name));
  const type: AgentType | undefined = find(agentTypes, 'type');
  if (!type) return { step: 1 };
  if (type.id === 'blank') return { step: 4, type, detail: null };
  const { summary } = pickerContent;
  if (type.id === 'business') {
    const choice = find(industries, 'industry');
    return choice
      ? {
          step: 4,
          type,
          detail: { label: summary.industryLabel, choice, sample: talk('Caller', industrySamples[choice.id]) },
        }
      : { step: 2, type };
  }
  const choice = find(useCases, 'useCase');
  return choice
    ? { step: 4, type, detail: { label: summary.useCaseLabel, choice, sample: talk('You', useCaseSamples[choice.id]) } }
    : { step: 3, type };
}

function talk(person: 'Caller' | 'You', sample: Sample): readonly Line[] {
  return sample.map((text, index) => ({ speaker: index % 2 === 0 ? person : 'Agent', text }));
}

function presentChoiceMail(state: Extract<PickerState, { step: 4 }>) {
  const { summary, mail } = pickerContent;
  const chosen = [`${summary.typeLabel}: ${state.type.label}`];
  if (state.detail) chosen.push(`${state.detail.label}: ${state.detail.choice.label}`);
  const inShort = [state.type.label, state.detail?.choice.label].filter(Boolean).join(' - ');
  return {
    subject: `Custom AI agent: ${inShort}`,
    body: `${mail.greeting}\n\n${chosen.join('\n')}\n\n${mail.closing}`,
  };
}
