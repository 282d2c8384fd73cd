import { HeartPulse, ShieldCheck, Stethoscope, Video } from 'kit/icons';
import { AppointmentBook, appointmentBook } from '../../sections/own/appointment-book.tsx';
import { lowerEnd, ownFigure } from '../calculator.ts';
import { industryPortrait } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const content = {
  trade: 'healthcare',
  hero: {
    kicker: 'Healthcare leads',
    title: 'Patients who are ready to make an appointment',
    lead: 'For clinics, telehealth providers and health insurance agencies: people who asked for care or coverage, verified and sent to one provider.',
    stage: 'mirror',
    tone: 'fog',
    actions: [
      { label: 'Get Started', to: '/contact' },
      { label: 'Book a consultation', to: '#contact' },
    ],
    note: 'Exclusive and TCPA-compliant. No patient data is resold.',
  },
  picture: industryPortrait(
    'healthcare',
    'The beam of a lighthouse falls on a clinic with a green cross, an ambulance and two patients',
  ),
  body: [
    { kind: 'own', ...appointmentBook, layout: 'split', draw: AppointmentBook },
    {
      kind: 'features',
      look: 'rows',
      tone: 'fog',
      title: 'Our services for healthcare',
      lead: 'Each has its own ads, questions and route to your front desk.',
      items: [
        {
          icon: Stethoscope,
          title: 'Clinics and practices',
          text: 'New patients for dental, dermatology, orthopedics and elective care, near your door.',
        },
        {
          icon: Video,
          title: 'Telehealth',
          text: 'People in the states where you are licensed who want to be seen this week, from home.',
        },
        {
          icon: ShieldCheck,
          title: 'Health insurance',
          text: 'Families and the self-employed comparing plans, with household size and the date coverage ends.',
        },
        {
          icon: HeartPulse,
          title: 'Specialty programs',
          text: 'Weight loss, hormone therapy, pain and recovery programs, with your own eligibility questions.',
        },
      ],
    },
    {
      kind: 'features',
      columns: 2,
      look: 'plain',
      title: 'Why providers choose us',
      items: [
        {
          title: 'People who asked',
          text: 'No rented lists and no recycled data. Every person filled out a request for your kind of care.',
        },
        {
          title: 'Consent on record',
          text: 'Consent with time, page and wording, ready when your compliance officer asks.',
        },
        {
          title: 'Your questions first',
          text: 'Insurance, symptoms in plain words, preferred times: we ask what your intake team would ask.',
        },
        {
          title: 'Delivered to the desk',
          text: 'In real time by email, by SMS or straight into your scheduling system.',
        },
      ],
    },
    {
      kind: 'statement',
      text: 'A front desk that calls back right away fills the schedule. Give it someone to call.',
      against: [
        ['A list of names', 'People who once clicked on something, called by every clinic in the county.'],
        ['A request', 'Someone who described what they need and asked your practice to call.'],
      ],
    },
    { kind: 'form' },
    {
      kind: 'points',
      title: 'What you can count on',
      items: [
        'One practice per patient',
        'TCPA-compliant consent for every lead',
        'Managed campaigns: no contracts, no payment if no leads',
      ],
    },
  ],
  form: {
    kind: 'consultation',
    title: 'Tell us who you treat',
    lead: 'Specialty, location and how many new patients a week you can see.',
    points: ['Exclusive to your practice', 'Verified contact details', 'Scales with your schedule'],
  },
  calculator: {
    industry: 'healthcare',
    leads: 20,
    booked: { percent: 70, basis: lowerEnd },
    visit: 'booked patients',
    worth: { dollars: 200, basis: ownFigure },
  },
  closing: {
    title: 'Fill the open slots',
    lead: 'Tell us about your practice. We’ll do the rest.',
  },
} as const satisfies IndustryContent;
