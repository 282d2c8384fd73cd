import { heartPulseIcon, shieldCheckIcon, stethoscopeIcon, videoIcon } from 'kit/icons';
import { industryHero } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const healthcare = {
  hero: {
    kicker: 'Healthcare leads',
    title: 'Patients who are ready to make an appointment',
    lead: 'Clinics, telehealth providers and health insurance agencies get people who asked for care or cover, checked and sent to one provider.',
    actions: [
      { label: 'Get Started', to: '/contact' },
      { label: 'Request a consultation', to: '#contact' },
    ],
    note: 'Exclusive and TCPA-compliant. No patient data is resold.',
  },
  picture: industryHero('healthcare', 'The beam of a lighthouse falls on a clinic with a green cross and an ambulance'),
  body: [
    {
      kind: 'features',
      look: 'rows',
      title: 'Our services for healthcare',
      lead: 'Each one has its own ads, its own questions and its own way to your front desk.',
      items: [
        {
          icon: stethoscopeIcon,
          title: 'Clinics and practices',
          text: 'New patients for dental, dermatology, orthopedics and elective care in driving distance of your door.',
        },
        {
          icon: videoIcon,
          title: 'Telehealth',
          text: 'People in the states you are licensed in, who want to be seen this week and from home.',
        },
        {
          icon: shieldCheckIcon,
          title: 'Health insurance',
          text: 'Families and self-employed people who compare plans, with household size and the date their cover ends.',
        },
        {
          icon: heartPulseIcon,
          title: 'Specialty programs',
          text: 'Weight care, hormone therapy, pain and recovery programs, with your own eligibility questions.',
        },
      ],
    },
    {
      kind: 'statement',
      text: 'A front desk that calls back at once fills the schedule. Give it somebody to call.',
    },
    {
      kind: 'features',
      columns: 2,
      look: 'plain',
      title: 'Why providers choose us',
      items: [
        {
          title: 'People who asked',
          text: 'No rented lists and no recycled data. Each person filled in a request for your kind of care.',
        },
        {
          title: 'Consent on record',
          text: 'TCPA-compliant consent with time, page and wording, ready when your compliance officer asks.',
        },
        {
          title: 'Your questions first',
          text: 'Insurance, symptoms in plain words, preferred times: we ask what your intake would ask.',
        },
        {
          title: 'Delivered to the desk',
          text: 'In real time by email, SMS or straight into your scheduling system.',
        },
      ],
    },
    { kind: 'form' },
    {
      kind: 'points',
      title: 'What you can count on',
      items: ['One practice for each patient', 'No contract', 'No payment for a month without leads'],
    },
  ],
  form: {
    kind: 'consultation',
    industryName: 'healthcare',
    submitLabel: 'Request a consultation',
    title: 'Tell us who you treat',
    lead: 'Specialty, location and how many new patients a week you can see. We answer within 24 hours.',
    points: ['Exclusive to your practice', 'Verified contact details', 'Scales with your schedule'],
  },
  closing: {
    title: 'Fill the open slots',
    lead: 'Tell us about your practice. The rest is our work.',
    action: { label: 'Get Started', to: '/contact' },
  },
} as const satisfies IndustryContent;
