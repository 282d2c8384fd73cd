import type { Story } from 'kit/contracts/site-config';

/** The note next to the stories below, until the site configuration names real clients. */
export const exampleNote = 'Examples of how clients work with us. The people and their figures are made up.';

/** The heading of the one story on an industry page. */
export const storyTitle = 'Client success story';

/** Shown in place of real clients (`stories` in the site configuration). */
export const exampleStories = [
  {
    industry: 'roofing',
    quote:
      'I used to share every lead with four other roofers and win on price. Now the homeowner has not talked to anyone else.',
    name: 'Dale Mercer',
    position: 'Owner of a roofing company',
    town: 'Oklahoma City',
    figure: { value: '5X', label: 'the ad spend he started with' },
    period: 'after 12 months',
  },
  {
    industry: 'legal',
    quote:
      'The request is in our system while the person is still on the page. My intake desk calls back before they open the next tab.',
    name: 'Renata Solis',
    position: 'Managing partner of an injury firm',
    town: 'Long Beach',
    figure: { value: '70%', label: 'of leads became booked consultations' },
    period: 'January to June',
  },
  {
    industry: 'hvac',
    quote:
      'We started with the repair calls of one suburb. When those paid off, we added the next. I never signed anything I could not walk away from.',
    name: 'Owen Castle',
    position: 'Owner of a heating and cooling company',
    town: 'Phoenix',
    figure: { value: '4 suburbs', label: 'where there was one' },
    period: 'within a year',
  },
] as const satisfies readonly Story[];
