export const steps = [
  { title: 'We advertise locally', text: 'Search, maps and video in the towns you serve, under your trade.' },
  { title: 'Customers ask for a quote', text: 'They leave name, number and job on a page made for it.' },
  { title: 'You get the lead', text: 'Verified and exclusive, by email, SMS or into your CRM, within minutes.' },
  { title: 'You book the job', text: 'You call first, because nobody else has the number.' },
];

export const features = [
  { title: 'Exclusive access', text: 'Each lead goes to one business. It is never sold again.' },
  { title: 'Verified contact info', text: 'Name, phone and email are checked before you see them.' },
  { title: 'High-intent prospects', text: 'They asked for a quote themselves, this week, for this job.' },
  { title: 'Real-time delivery', text: 'It is in your hands within minutes of the request.' },
];

export const stats = [
  { value: '42%', label: 'more conversions' },
  { value: '3.8x', label: 'return on ad spend' },
  { value: '27%', label: 'lower cost per lead' },
  { value: '31%', label: 'longer watch time' },
];

export const statsInWords = [
  { value: '24/7', label: 'Ready to talk' },
  { value: 'Unlimited', label: 'Conversations' },
];

export const packs = [
  { name: 'Storm Claims Pack', type: 'Roof Replacement', location: 'Oklahoma City', leads: 20, price: 325 },
  { name: 'Fast Repair Pack', type: 'Leak Repair', location: 'Utah County', leads: 15, price: 225 },
  { name: 'Premium Installation Pack', type: 'New Construction', location: 'Metro Atlanta', leads: 12, price: 450 },
];
