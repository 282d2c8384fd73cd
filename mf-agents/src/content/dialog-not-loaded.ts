/** Apart from the other words of the dialog, which arrive with it. */
export const dialogNotLoaded = {
  title: 'This could not be opened',
  description: 'Please check your connection and try again.',
};
