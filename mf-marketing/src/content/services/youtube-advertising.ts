import type { ServiceContent } from '../service-content.ts';

export const content = {
  hero: {
    kicker: 'YouTube Advertising',
    title: 'Be the video they watch before they choose',
    lead: 'People look up repairs, treatments and lawyers on YouTube before they call anyone. We put your business in front of those videos.',
  },
  body: [
    {
      kind: 'features',
      look: 'rows',
      title: 'What we take off your plate',
      items: [
        {
          title: 'Strategic campaign design',
          text: 'Who should see the ad, on which videos and searches, in which towns, and what it has to say in the first five seconds.',
        },
        {
          title: 'Video production',
          text: 'Script, shoot, edit and captions. One shoot gives you long and short versions for every placement.',
        },
        {
          title: 'Analytics and optimization',
          text: 'Every call and form is traced to the ad behind it. Ads that bring in none are switched off.',
        },
      ],
    },
    {
      kind: 'stats',
      tone: 'ink',
      title: 'Results of our YouTube campaigns',
      lead: 'Averages across client campaigns, compared with the same accounts before we took over.',
      items: [
        { value: '42%', label: 'more calls and forms' },
        { value: '3.8x', label: 'revenue per ad dollar' },
        { value: '27%', label: 'lower cost per lead' },
        { value: '31%', label: 'longer watch time' },
      ],
    },
    {
      kind: 'steps',
      title: 'Our process',
      items: [
        {
          title: 'Research & Strategy',
          text: 'Your customers, your competitors’ ads, and the questions people type before they buy.',
        },
        {
          title: 'Creative Development',
          text: 'Scripts and storyboards you approve, then a shoot that takes as little of your day as possible.',
        },
        {
          title: 'Campaign Launch & Testing',
          text: 'Several openings tested against each other, in small areas first.',
        },
        { title: 'Optimization & Scaling', text: 'The budget follows the versions that bring in calls.' },
      ],
    },
    {
      kind: 'catalog',
      look: 'columns',
      tone: 'fog',
      title: 'Where your ad runs',
      items: [
        {
          title: 'In-stream',
          text: 'Before and during the videos your customers watch.',
          points: ['Skippable: you pay for interest', 'Non-skippable for launches', 'A button to call or book'],
        },
        {
          title: 'Search and in-feed',
          text: 'Beside the results for the question they just typed.',
          points: ['Targeted by search terms', 'Long videos welcome', 'Strong for big decisions'],
        },
        {
          title: 'Shorts',
          text: 'Vertical clips between the clips they came for.',
          points: ['Cut from the same shoot', 'Low cost per view', 'Good for one town at a time'],
        },
      ],
    },
  ],
  closing: {
    title: 'What would your first video say?',
    lead: 'Bring one customer story. You leave with a script idea, whether you hire us or not.',
  },
  contact: { title: 'Talk about video', lead: 'Call, email or pick a time.' },
} as const satisfies ServiceContent;
