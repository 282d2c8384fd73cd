export const contactPage = {
  title: 'Contact',
  kicker: 'Offices in Florida, Utah and Boston, serving the whole US',
  lead: 'Call, write, or pick a time. A person answers within 24 hours.',
  phoneLabel: 'Phone',
  mailboxes: [
    { key: 'clientAdmin', label: 'Client admin', text: 'Your account, your delivery, your invoices' },
    { key: 'officeManager', label: 'Office manager', text: 'Everything that does not fit elsewhere' },
    { key: 'sales', label: 'Sales', text: 'Leads, ads, websites and voice agents' },
  ],
  officesLabel: 'Offices',
  offices: ['Florida', 'Utah', 'Boston'],
  schedule: {
    title: 'Pick a time',
    text: 'The calendar opens in a new tab. You get a confirmation by email.',
    action: 'Schedule Now',
  },
  why: {
    title: 'Why Work With Us',
    items: [
      {
        title: 'Custom approach',
        text: 'Your area, your margins and your crew decide what we run. There is no package to squeeze you into.',
      },
      {
        title: 'Quality over quantity',
        text: 'Fewer leads, each exclusive and verified. You pay for people who asked, and not if there are none.',
      },
      {
        title: 'TCPA compliant',
        text: 'Consent is asked for in plain words and kept with time and source, for every single lead.',
      },
    ],
  },
} as const;
