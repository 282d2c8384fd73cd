export function buildLead(overrides: object = {}) {
  return {
    name: 'Ada Lovelace',
    company: 'Analytical Heating',
    phone: '(801) 555-0142',
    email: 'ada@example.com',
    location: 'Salt Lake City',
    services: ['repair'],
    ...overrides,
  };
}

export function buildSupport(overrides: object = {}) {
  return {
    clientName: 'Grace Hopper',
    clientEmail: 'grace@example.com',
    subject: 'Opening hours',
    message: 'We open on Saturdays now.',
    ...overrides,
  };
}
