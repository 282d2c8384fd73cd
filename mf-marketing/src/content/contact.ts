export const contactPage = {
  title: 'Contact',
  kicker: 'Florida, Utah and Boston, serving the whole US',
  lead: 'Call, email or pick a time. A real person answers.',
  mail: [
    { key: 'sales', label: 'Sales', text: 'Leads, ads, websites and voice agents' },
    { key: 'clientAdmin', label: 'Client admin', text: 'Your account, your deliveries, your invoices' },
    {
      key: 'officeManager',
      label: 'Office manager',
      text: 'Contracts, deliveries to your CRM, API keys for partners, and what fits neither of the other two.',
      more: { label: 'The guide to the API', href: '/api/guide' },
    },
  ],
  offices: { title: 'Offices', text: 'Florida, Utah, Boston' },
  schedule: {
    title: 'Pick a time',
    text: 'The calendar opens in a new tab. You’ll get a confirmation by email.',
  },
  why: [
    {
      title: 'Custom approach',
      text: 'Your area, your margins and your crew decide what we run. There is no one-size-fits-all package.',
    },
    {
      title: 'Quality over quantity',
      text: 'Fewer leads, each one exclusive and verified. In a managed campaign you pay for people who asked, and nothing if nobody did.',
    },
    {
      title: 'TCPA compliant',
      text: 'We ask for consent in plain English and keep it on record, with its time and source, for every single lead.',
      more: { label: 'See such a record', to: '/debt-relief#consent-record' },
    },
  ],
} as const;
