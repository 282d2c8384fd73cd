import { FeatureGrid, Steps } from 'kit/blocks';
import { SampleCall } from 'kit/sample-call';
import { TalkButton } from 'kit/talk-button';
import { ButtonLink, CallToAction, chakra, Hero, Section, Stack } from 'kit/ui';
import { demoContent as content } from '../content/demo.ts';
import { sampleCalls } from '../content/sample-calls.ts';
import { talkLabel } from '../content/talk.ts';
import { NextStepButton } from '../features/next-step/next-step-button.tsx';
import { AgentFrame } from '../sections/agent-frame.tsx';
import { VoiceBeam } from '../sections/voice-beam.tsx';

export function AiAgentDemoPage() {
  const { hero, steps, calls, capabilities, call } = content;
  return (
    <AgentFrame>
      <Hero
        kicker={hero.kicker}
        title={hero.title}
        lead={hero.lead}
        actions={
          <>
            <TalkButton label={talkLabel} />
            <NextStepButton label={hero.watch} note={hero.watchNote} variant="outline" />
          </>
        }
        art={<VoiceBeam />}
      />
      <Section id="how-it-works" title={steps.title} lead={steps.lead}>
        <Steps items={steps.items} />
      </Section>
      <Section id="calls" tone="ink" layout="split" title={calls.title} lead={calls.lead}>
        <Stack gap="3">
          {sampleCalls.map((script) => (
            <div key={script.trade} id={`${script.trade.toLowerCase().replace(' ', '-')}-call`}>
              <SampleCall call={script} />
            </div>
          ))}
        </Stack>
      </Section>
      <Section id="capabilities" tone="fog" layout="split" title={capabilities.title} lead={capabilities.lead}>
        <FeatureGrid items={capabilities.items} columns={2} />
      </Section>
      <CallToAction
        title={
          <>
            {call.title} <chakra.span display="inline-block">{call.when}</chakra.span>
          </>
        }
        lead={call.lead}
        actions={
          <ButtonLink to="/ai-agent-packages" size="lg">
            {call.packages}
          </ButtonLink>
        }
      />
    </AgentFrame>
  );
}
