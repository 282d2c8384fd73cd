/** Social media: a week of ads as the client reads it. An example, and says so. */
export const weeklyReport = {
  id: 'weekly-report',
  title: 'Your report on Monday',
  lead: 'One page, in requests and booked jobs. No impressions, no likes.',
  name: 'Weekly report',
  about: 'Roofing company, Oklahoma City, Monday to Sunday',
  rows: [
    { ad: 'Lead ad: hail check', spent: 210, requests: 6, booked: 5 },
    { ad: 'Story: before and after', spent: 120, requests: 3, booked: 2 },
    { ad: 'Short clip: a roof in 20 seconds', spent: 70, requests: 1, booked: 0 },
  ],
  columns: { ad: 'Ad', spent: 'Spent', requests: 'Requests', booked: 'Booked' },
  total: 'The week',
  next: 'Next week: the short clip pauses, and its budget goes to the hail check.',
  caption: 'An example. The figures are made up; yours are counted from your own calls and forms.',
} as const;
