import type { ServiceContent } from '../service-content.ts';

export const content = {
  hero: {
    kicker: 'VIDEO PRODUCTION',
    title: 'High-Converting Video Content',
    lead: 'Videos that help a stranger understand what you do, believe it and call. Planned, shot and edited by the people who run your ads.',
  },
  body: [
    {
      kind: 'features',
      columns: 3,
      title: 'Our approach',
      items: [
        {
          title: 'Strategic Storytelling',
          text: 'One customer, one problem, one turning point. We find the story your best customers already tell about you.',
        },
        {
          title: 'Professional Production',
          text: 'Lighting, sound and a director who knows how to work with people who are not actors.',
        },
        {
          title: 'Conversion-Focused',
          text: 'Every video ends with one thing to do. We test the first seconds, because most viewers decide there.',
        },
      ],
    },
    {
      kind: 'catalog',
      look: 'rows',
      title: 'Six kinds of video',
      tone: 'fog',
      items: [
        {
          title: 'Video Advertising',
          text: 'Short videos for paid placements, made to be understood without sound.',
          points: [
            'YouTube and social formats',
            'Several openings to test',
            'Captions burned in',
            'A clear call to action',
          ],
        },
        {
          title: 'Explainer Videos',
          text: 'What you do and how it works, for people who have never heard of it.',
          points: ['Script in plain words', 'Animation or live action', 'Professional voice', 'Under two minutes'],
        },
        {
          title: 'Testimonial Videos',
          text: 'Your customers, in their own kitchen and their own words.',
          points: [
            'Interview questions that work',
            'Filmed on location',
            'Releases handled for you',
            'Long and short cuts',
          ],
        },
        {
          title: 'Brand Videos',
          text: 'Who you are and why you do it, for the front page and the first meeting.',
          points: ['Your team on camera', 'Drone and location shots', 'Licensed music', 'A version for events'],
        },
        {
          title: 'Social Media Video Content',
          text: 'A month of posts from one day of filming.',
          points: ['Vertical first', 'Hooks for each platform', 'Thumbnails and captions', 'A posting plan'],
        },
        {
          title: 'Professional Video Editing',
          text: 'You have the footage. We find the story in it.',
          points: ['Color and sound correction', 'Titles and graphics', 'Cuts for every format', 'Unlimited revisions'],
        },
      ],
    },
    {
      kind: 'steps',
      title: 'From idea to upload',
      items: [
        { title: 'Strategic Planning', text: 'Who should watch it, where, and what they should do next.' },
        { title: 'Pre-Production', text: 'Script, storyboard, locations, people and a schedule.' },
        { title: 'Production', text: 'The shoot, with everything planned so that your business keeps running.' },
        {
          title: 'Post-Production',
          text: 'Editing, sound, color, captions and a file for every place it will be seen.',
        },
      ],
    },
  ],
  closing: {
    title: 'What should people see?',
    lead: 'Tell us about one job you are proud of. That is where your first video starts.',
  },
  contact: { title: 'Talk about your video', lead: 'Call, email or pick a time.' },
} as const satisfies ServiceContent;
