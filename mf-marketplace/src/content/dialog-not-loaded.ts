/** Separate from the other texts of the dialogs, which load with them. */
export const dialogNotLoaded = {
  title: 'This could not be opened',
  description: 'Please check your connection and try again.',
};
