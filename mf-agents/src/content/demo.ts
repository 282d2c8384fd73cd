import type { Feature, Step } from 'kit/blocks';
import { Bell, CalendarCheck, ChartColumn, Headphones, MessageCircle, UserCheck } from 'kit/icons';

/** /ai-agent-demo (docs/specification.md#2). */
export const demoContent = {
  hero: {
    kicker: 'AI voice agents',
    title: 'Your own AI voice agent, as easy as 1-2-3',
    lead: 'It answers your phone, books your jobs and knows your business. Talk to one now and hear what your customers would hear.',
    watchNote: 'The video is not online yet. Talk to our agent instead, or let us show you one live.',
  },
  steps: {
    title: 'How It Works',
    lead: 'Three short steps, and you hear your own agent talk.',
    items: [
      {
        title: 'Tell us about your business',
        text: 'What you sell, where you work, and what callers ask you every day.',
      },
      {
        title: 'Meet the AI specialist',
        text: 'Our voice agent asks what yours should know, how it should sound and what it should do.',
      },
      {
        title: 'Get a custom demo',
        text: 'Pick a 10-20 minute slot and hear an agent that was built for you.',
      },
    ] satisfies Step[],
  },
  calls: {
    title: 'Sample calls: one for each trade',
    lead: 'Press one to hear how an agent handles it. Your browser reads both parts aloud where it has voices; the words are there in any case.',
  },
  capabilities: {
    title: 'What your agent does',
    lead: 'One agent, on your phone line and on your website.',
    items: [
      {
        title: 'Answers every call',
        text: 'Day and night, weekends and holidays. Nobody waits on hold.',
        icon: Headphones,
      },
      {
        title: 'Qualifies the caller',
        text: 'It asks your questions, so you call back the people who are ready to buy.',
        icon: UserCheck,
      },
      {
        title: 'Books appointments',
        text: 'It offers the times you have open and puts the visit on your calendar.',
        icon: CalendarCheck,
      },
      {
        title: 'Knows your business',
        text: 'Prices, service areas, hours and policies: it says what you told it, and nothing else.',
        icon: MessageCircle,
      },
      {
        title: 'Puts callers through to you',
        text: 'When a caller wants a person, it transfers the call with a summary of what was said.',
        icon: Bell,
      },
      {
        title: 'Shows what was said',
        text: 'Read every conversation and see what your customers ask for.',
        icon: ChartColumn,
      },
    ] satisfies Feature[],
  },
  call: {
    title: 'No setup fees. Ready in',
    when: '24-48 hours.',
    lead: 'Tell us what your callers ask. We build the agent that answers them.',
  },
} as const;
