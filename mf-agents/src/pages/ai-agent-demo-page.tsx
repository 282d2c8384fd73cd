import { FeatureGrid, Steps } from 'kit/blocks';
import { SampleCall, type SampleCallScript } from 'kit/sample-call';
import { TalkButton } from 'kit/talk-button';
import { Button, ButtonLink, CallToAction, chakra, Hero, palette, Section, Stack } from 'kit/ui';
import { useRef } from 'react';
import { demoContent as content } from '../content/demo.ts';
import { talkLabel } from '../content/navigation.ts';
import { sampleCalls } from '../content/sample-calls.ts';
import { AgentFrame } from '../sections/agent-frame.tsx';

const [firstCall, ...moreCalls] = sampleCalls;

/** The anchor of a call, to which the page of its trade links. */
const idOf = ({ trade }: SampleCallScript) => `${trade.toLowerCase().replace(' ', '-')}-call`;

/** The text stays where it is when the call beside it opens. */
const First = chakra('div', { base: { '& > section > [data-part=inner]': { alignItems: 'start' } } });

/** The transcript takes the place of the drawing. */
const Stage = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6',
    scrollMarginTop: 'calc(var(--header-height) + 1rem)',
    '& details[open] + svg': { display: 'none' },
  },
});

export function AiAgentDemoPage() {
  const { hero, steps, calls, capabilities, call } = content;
  const stage = useRef<HTMLDivElement>(null);

  /** Plays the call beside the button, as a press on its title does. */
  function handleWatch() {
    stage.current?.querySelector('summary')?.focus({ preventScroll: true });
    stage.current?.querySelector<HTMLElement>('details:not([open]) > summary')?.click();
  }

  return (
    <AgentFrame>
      <First>
        <Hero
          kicker={hero.kicker}
          title={hero.title}
          lead={hero.lead}
          actions={
            <>
              <TalkButton label={talkLabel} />
              <Button variant="outline" onClick={handleWatch}>
                {hero.watch}
              </Button>
            </>
          }
          art={
            <Stage ref={stage} id={idOf(firstCall)}>
              <SampleCall call={firstCall} />
              <VoiceBeam />
            </Stage>
          }
        />
      </First>
      <Section id="how-it-works" title={steps.title} lead={steps.lead}>
        <Steps items={steps.items} />
      </Section>
      <Section id="calls" tone="ink" layout="split" title={calls.title} lead={calls.lead}>
        <Stack gap="3">
          {moreCalls.map((script) => (
            <div key={script.trade} id={idOf(script)}>
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

const Drawing = chakra('svg', { base: { width: '100%', height: 'auto', display: 'block' } });

/** The bars' heights, as fractions of the beam's width at their position. */
const sentence = [
  0.3, 0.62, 0.44, 0.86, 0.58, 0.94, 0.36, 0.7, 0.9, 0.5, 0.8, 0.96, 0.42, 0.66, 0.88, 0.54, 0.76, 0.34,
] as const;

/** A decorative beam with the sound bars of a voice. */
function VoiceBeam() {
  return (
    <Drawing viewBox="0 20 480 290" aria-hidden="true" focusable="false">
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
