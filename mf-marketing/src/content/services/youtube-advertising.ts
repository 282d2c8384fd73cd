import { serviceDrawing } from '../drawings.ts';
import type { ServiceContent } from '../service-content.ts';

export const youtubeAdvertising = {
  hero: {
    kicker: 'YouTube Advertising',
    title: 'Be the video they watch before they choose',
    lead: 'People look up a repair, a treatment or a lawyer on YouTube before they call one. We put your business in front of that video.',
  },
  picture: serviceDrawing(
    'youtube-advertising',
    'An open-air cinema: a large screen shows a video to a row of parked cars',
  ),
  body: [
    {
      kind: 'features',
      look: 'rows',
      title: 'What we take off your desk',
      items: [
        {
          title: 'Strategic campaign design',
          text: 'Who should see the ad, on which videos and searches, in which towns, and what it has to say in the first five seconds.',
        },
        {
          title: 'Video production',
          text: 'Script, shoot, cut and captions. One shoot gives you long and short versions for every placement.',
        },
        {
          title: 'Analytics and optimization',
          text: 'Every call and form is traced to the ad that caused it. What brings none is switched off.',
        },
      ],
    },
    {
      kind: 'stats',
      tone: 'ink',
      title: 'Results of our YouTube campaigns',
      items: [
        { value: '42%', label: 'more conversions' },
        { value: '3.8x', label: 'return on ad spend' },
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
          text: 'Your customers, your rivals’ ads, the questions people type before they buy.',
        },
        {
          title: 'Creative Development',
          text: 'Scripts and storyboards you approve, then a shoot that takes as little of your day as it can.',
        },
        { title: 'Campaign Launch & Testing', text: 'Several openings against each other, in small areas first.' },
        { title: 'Optimization & Scaling', text: 'The budget follows the version that brings calls.' },
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
          points: ['Chosen by search words', 'Long videos welcome', 'Strong for considered purchases'],
        },
        {
          title: 'Shorts',
          text: 'Vertical films between vertical films.',
          points: ['Cut from the same shoot', 'Low cost per view', 'Good for one town at a time'],
        },
      ],
    },
  ],
  closing: {
    title: 'What would your first video say?',
    lead: 'Bring one customer story. We leave you with the script idea, whether you hire us or not.',
  },
  contact: { title: 'Talk about video', lead: 'Call, write, or choose a time. We answer within 24 hours.' },
} as const satisfies ServiceContent;
