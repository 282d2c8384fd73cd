import { useHeadingFocus } from 'kit/heading-focus';
import { ArrowLeft } from 'kit/icons';
import { TalkButton } from 'kit/talk-button';
import { Box, Button, ButtonLink, CallToAction, Heading, Hero, Icon, Section, Text } from 'kit/ui';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { talkLabel } from '../content/navigation.ts';
import { pickerContent as content } from '../content/picker.ts';
import { industries, useCases } from '../content/picker-choices.ts';
import { ChoiceForm, ChoiceList, TypeList } from '../features/picker/picker-steps.tsx';
import { type PickerState, readPickerState, Summary } from '../features/picker/summary.tsx';
import { AgentFrame } from '../sections/agent-frame.tsx';
import { LowHeads } from '../sections/low-heads.tsx';

export function CustomAiAgentPage() {
  return (
    <AgentFrame>
      <LowHeads>
        <Hero layout="plain" title={content.title} lead={content.lead} />
        <AgentPicker />
      </LowHeads>
      <CallToAction
        tone="fog"
        title={content.unsure.title}
        lead={content.unsure.lead}
        actions={
          <>
            <TalkButton label={talkLabel} size="lg" />
            <ButtonLink to="/ai-agent-packages" variant="outline" size="lg">
              See the packages
            </ButtonLink>
          </>
        }
      />
    </AgentFrame>
  );
}

/** The four-step picker (docs/specification.md#2, #4). Its state is in the URL. */
export function AgentPicker() {
  const [query] = useSearchParams();
  const state = readPickerState(query);
  return (
    <Section space="sm">
      <StepHeading step={state.step} place={placeOf(state)} {...headingOf(state)} />
      {stepOf(state)}
      {(state.step === 2 || state.step === 3) && <BackToTypes />}
    </Section>
  );
}

function headingOf({ step }: PickerState) {
  return ([content.type, content.industry, content.useCase, content.summary] as const)[step - 1] ?? content.type;
}

/** Each path skips a step of the four, so only those that this visitor sees are counted. The first step may lead to any path. */
function placeOf(state: PickerState): string {
  if (state.step === 1) return 'Step 1';
  if (state.step !== 4) return 'Step 2 of 3';
  return state.detail ? 'Step 3 of 3' : 'Step 2 of 2';
}

function stepOf(state: PickerState): ReactNode {
  if (state.step === 1) return <TypeList />;
  if (state.step === 4) return <Summary state={state} />;
  const chosen = { type: state.type.id };
  if (state.step === 2) return <ChoiceList name="industry" choices={industries} chosen={chosen} />;
  return <ChoiceList name="useCase" choices={useCases} chosen={chosen} />;
}

function BackToTypes() {
  return (
    <Box paddingTop="6">
      <ChoiceForm>
        <Button type="submit" variant="quiet" marginLeft="-6">
          <Icon shape={ArrowLeft} size={20} />
          Back to the types
        </Button>
      </ChoiceForm>
    </Box>
  );
}

/** Takes the focus when the step changes, because the focused element is removed. */
function StepHeading({ step, place, title, lead }: { step: number; place: string; title: string; lead: string }) {
  const view = useRef<HTMLDivElement>(null);
  useHeadingFocus(view, step, { heading: 'h2', scroll: 'nearest' });
  return (
    <Box ref={view} data-part="step" marginBottom={{ base: '8', lg: '6' }}>
      <div>
        <Text tone="muted" fontWeight="600">
          {place}
        </Text>
        <Heading as="h2" size="h2" tabIndex={-1} outline="none" marginTop="1">
          {title}
        </Heading>
      </div>
      <Text tone="muted">{lead}</Text>
    </Box>
  );
}
