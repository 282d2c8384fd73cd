import { FeatureGrid, Steps } from 'kit/blocks';
import { SampleCall } from 'kit/sample-call';
import { TalkButton } from 'kit/talk-button';
import { ButtonLink, CallToAction, chakra, Hero, palette, Section, Stack } from 'kit/ui';
import { demoContent as content } from '../content/demo.ts';
import { talkLabel } from '../content/navigation.ts';
import { sampleCalls } from '../content/sample-calls.ts';
import { NextStepButton } from '../features/next-step/next-step-button.tsx';
import { AgentFrame } from '../sections/agent-frame.tsx';

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
            <NextStepButton label="Watch Demo" note={hero.watchNote} variant="outline" />
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
            See what each size includes
          </ButtonLink>
        }
      />
    </AgentFrame>
  );
}

const Drawing = chakra('svg', { base: { width: '100%', height: 'auto', display: 'block' } });

/** The bars' heights, as fractions of the beam's width at their position. */
const sentence = [
  0.3, 0.62, 0.44, 0.86, 0.58, 0.94, 0.36, 0.7, 0.9, 0.5, 0.8, 0.96, 0.42, 0.66, 0.88, 0.54, 0.76, 0.34,
] as const;

/** A decorative beam with the sound bars of a voice. */
function VoiceBeam() {
  return (
    <Drawing viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      <path d="M0 268h480" stroke={palette.slate} strokeWidth="1.5" />
      <path
        d="M0 284h480M0 304h480"
        stroke={palette.inkLine}
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="0 18"
      />
      <path d="M52 132 468 32v216L52 140Z" fill={palette.beacon} opacity="0.12" />
      {sentence.map((part, index) => {
        const x = 92 + index * 21;
        const half = ((x - 52) / 416) * 104 * part + 4;
        return (
          <path
            key={x}
            d={`M${x} ${136 - half}V${136 + half}`}
            stroke={palette.beacon}
            strokeWidth="7"
            strokeLinecap="round"
            opacity={0.4 + part * 0.6}
          />
        );
      })}
      <path d="M38 268 44 160h16l6 108Z" fill={palette.inkRaised} stroke={palette.slate} strokeWidth="1.5" />
      <circle cx="52" cy="136" r="15" fill={palette.beacon} />
      <circle cx="52" cy="136" r="25" fill="none" stroke={palette.beacon} strokeWidth="2" />
    </Drawing>
  );
}
