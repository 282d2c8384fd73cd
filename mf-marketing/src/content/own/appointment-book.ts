/** Healthcare: a practice's week. `+` is a slot that a new patient filled, `-` is still open. It is labelled as an example. */
export const appointmentBook = {
  title: 'A week in the appointment book',
  lead: 'A slot nobody takes at ten cannot be sold at eleven. Requests come with the times that suit the patient, so you can match them to your openings.',
  week: [
    ['Mon', ['8:00', '9:30', '+11:00', '2:00', '3:30']],
    ['Tue', ['8:00', '+9:30', '11:00', '+2:00', '3:30']],
    ['Wed', ['8:00', '9:30', '11:00', '2:00', '-3:30']],
    ['Thu', ['+8:00', '9:30', '+11:00', '2:00', '+3:30']],
    ['Fri', ['8:00', '9:30', '+11:00', '-2:00', '-3:30']],
  ],
  kinds: { booked: 'Booked before', filled: 'New patient', open: 'Still open' },
  left: (open: number) =>
    open === 0
      ? 'The week is full.'
      : `${open} ${open === 1 ? 'slot is' : 'slots are'} still open: press one to fill it.`,
  caption: 'An example week at one practice. No real patient appears in it.',
} as const;
