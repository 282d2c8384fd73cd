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
